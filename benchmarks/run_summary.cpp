#include "benchmarks/run_summary.h"

#include <fmt/format.h>

#include <algorithm>

namespace attn {

RunOutcome outcome_of(const std::vector<std::vector<ReportLine>>& rounds_of_cases, bool interrupted) {
  RunOutcome outcome;
  outcome.interrupted = interrupted;
  for (const auto& rounds : rounds_of_cases)
    // The statuses are declared from best to worst.
    if (!rounds.empty()) ++outcome.count[std::ranges::max_element(rounds, {}, &ReportLine::status)->status];
  return outcome;
}

std::string summary_line(const RunOutcome& outcome, size_t cases) {
  std::string text;
  size_t run = 0;
  for (const auto& [status, count] : outcome.count) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name_of(status));
    run += static_cast<size_t>(count);
  }
  if (text.empty()) text = "no case was run";
  if (outcome.interrupted) text += fmt::format("; interrupted, {} of {} cases not run", cases - run, cases);
  return text;
}

}  // namespace attn
