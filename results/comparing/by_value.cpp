#include "results/comparing/by_value.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "results/bad_request.h"
#include "results/case_columns.h"
#include "results/comparing/fact_changes.h"
#include "results/comparing/version_order.h"
#include "results/near_names.h"

namespace attn {
namespace {

BadRequest unknown_name(const KeptRun& run, std::string_view name) {
  std::vector<std::string> known;
  for (const auto& [key, value] : run.facts) known.push_back(key);
  for (const CaseColumn& column : kCaseColumns) known.emplace_back(column.name);
  return BadRequest(fmt::format("--by={}: run {} of {} has no such fact or column{}", name, run.run_id,
                                run.path.string(), did_you_mean(name, known)));
}

bool is_bad(const ComparedCase& compared, const CompareSettings& settings) {
  return compared.change == CaseChange::kNewlyFailing ||
         (compared.change == CaseChange::kRemoved && !settings.allow_removed) ||
         (compared.verdict && compared.verdict->verdict == Verdict::kSlower);
}

bool is_faster(const ComparedCase& compared) {
  return compared.verdict && compared.verdict->verdict == Verdict::kFaster;
}

/// "slower from 590.10 on", "slower in 580.95 only", "slower in 580.95 and 595.1"; "" where it never is.
std::string when(std::string_view word, const std::vector<bool>& holds, const std::vector<std::string>& values) {
  const auto first = std::ranges::find(holds, true);
  if (first == holds.end()) return "";
  const auto begin = static_cast<size_t>(first - holds.begin());
  if (std::find(first, holds.end(), false) == holds.end()) {
    return begin + 1 == holds.size() ? fmt::format("{} in {}", word, values[begin])
                                     : fmt::format("{} from {} on", word, values[begin]);
  }
  std::vector<std::string_view> where;
  for (size_t i = 0; i < holds.size(); ++i) {
    if (holds[i]) where.push_back(values[i]);
  }
  return where.size() == 1 ? fmt::format("{} in {} only", word, where.front())
                           : fmt::format("{} in {}", word, fmt::join(where, " and "));
}

std::string trend_of(const CaseHistory& history, const std::vector<std::string>& values,
                     const CompareSettings& settings) {
  std::vector<bool> bad;
  std::vector<bool> faster;
  for (const std::optional<ComparedCase>& compared : history.against_first) {
    bad.push_back(compared && is_bad(*compared, settings));
    faster.push_back(compared && is_faster(*compared));
  }
  const std::string worse = when("worse", bad, values);
  const std::string better = when("faster", faster, values);
  if (!worse.empty() && !better.empty()) return worse + "; " + better;
  return worse.empty() && better.empty() ? "no change told" : worse + better;
}

std::vector<CaseHistory> histories(const std::vector<Comparison>& comparisons) {
  std::vector<CaseHistory> cases;
  TextMap<size_t> indices;
  for (size_t i = 0; i < comparisons.size(); ++i) {
    for (const ComparedCase& compared : comparisons[i].cases) {
      const auto [found, is_new] = indices.try_emplace(compared.key, cases.size());
      if (is_new) cases.push_back({.key = compared.key});
      if (is_new) cases.back().against_first.resize(comparisons.size());
      cases[found->second].against_first[i] = compared;
    }
  }
  return cases;
}

std::optional<std::string> first_bad_of(const History& history, const CompareSettings& settings) {
  for (size_t i = 0; i < history.comparisons.size(); ++i) {
    const auto& cases = history.comparisons[i].cases;
    if (std::ranges::any_of(cases, [&](const ComparedCase& compared) { return is_bad(compared, settings); })) {
      return history.later_values[i];
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<ValueRuns> runs_by_value(const RunSet& runs, std::string_view name) {
  std::map<std::string, std::vector<const KeptRun*>, decltype(&version_less)> by_value(&version_less);
  for (const KeptRun& run : runs.runs) {
    const std::optional<std::string> value = value_of_run(run, name);
    if (!value) throw unknown_name(run, name);
    by_value[*value].push_back(&run);
  }
  if (by_value.size() < 2) {
    throw BadRequest(fmt::format("--by={}: all {} runs have '{}'; it takes two values to compare", name,
                                 runs.runs.size(), by_value.empty() ? "" : by_value.begin()->first));
  }
  std::vector<ValueRuns> sides;
  DeviceKey device = DeviceKey::kClass;
  for (const auto& [value, of_value] : by_value) {
    if (device_key_for(of_value) == DeviceKey::kName) device = DeviceKey::kName;
  }
  for (auto& [value, of_value] : by_value) sides.push_back({value, Side(std::move(of_value), device), device});
  return sides;
}

History compare_by_value(const std::vector<ValueRuns>& sides, const std::vector<Side>& aa,
                         const CompareSettings& settings) {
  History history{.first_value = sides.front().value};
  std::vector<const Side*> later;
  for (size_t i = 1; i < sides.size(); ++i) {
    history.later_values.push_back(sides[i].value);
    later.push_back(&sides[i].side);
  }
  history.comparisons = compare_each(sides.front().side, later, aa, settings.rule);
  history.cases = histories(history.comparisons);
  for (CaseHistory& of_case : history.cases) of_case.trend = trend_of(of_case, history.later_values, settings);
  history.first_bad = first_bad_of(history, settings);
  return history;
}

}  // namespace attn
