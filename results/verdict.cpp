#include "results/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "results/false_discovery.h"
#include "results/log_ratio.h"
#include "results/process_medians.h"

namespace attn {
namespace {

/// Both sides of a case, ready to be compared.
struct Sides {
  LogTimes base;
  LogTimes now;
};

void need_rule(const VerdictRule& rule) {
  if (!(rule.threshold >= 0) || !std::isfinite(rule.threshold)) {
    throw std::invalid_argument("a threshold is a number from 0");
  }
  if (!(rule.false_discovery_rate > 0 && rule.false_discovery_rate <= 0.5)) {
    throw std::invalid_argument("a false discovery rate is more than 0 and at most a half");
  }
}

/// The sides where they can be compared; else the verdict has the reason.
std::optional<Sides> read_sides(const CasePair& pair, CaseVerdict& verdict) {
  verdict.base_processes = pair.base.size();
  verdict.new_processes = pair.now.size();
  const ProcessMedians base = process_medians(pair.base, "base");
  const ProcessMedians now = process_medians(pair.now, "new");
  verdict.reason = !base.refusal.empty() ? base.refusal : now.refusal;
  if (!verdict.reason.empty()) return std::nullopt;
  const Sides sides{log_times(base.medians_s), log_times(now.medians_s)};
  const double ratio = std::exp(sides.now.mean - sides.base.mean);
  if (!(ratio > 0) || !std::isfinite(ratio)) {
    verdict.reason = "the times of base and new are too far apart for a ratio";
    return std::nullopt;
  }
  verdict.base_time_s = std::exp(sides.base.mean);
  verdict.new_time_s = std::exp(sides.now.mean);
  verdict.ratio = ratio;
  return sides;
}

/// Whether the processes themselves answer, without a test: all the same, or some on both sides.
bool answered_by_identity(const CasePair& pair, CaseVerdict& verdict) {
  const SharedProcesses shared = shared_processes(pair.base, pair.now);
  if (shared == SharedProcesses::kNone) return false;
  if (shared == SharedProcesses::kAll) {
    verdict.verdict = Verdict::kUnchanged;
    verdict.reason = "the same processes on both sides: nothing to test";
  } else {
    verdict.reason = "a process is on both sides, or has other times there: give each to one side";
  }
  return true;
}

/// From the variance seen, that of the other side where one has a single process.
std::optional<int64_t> processes_needed(Sides sides, double threshold) {
  if (sides.base.processes < 2) sides.base.variance = sides.now.variance;
  if (sides.now.processes < 2) sides.now.variance = sides.base.variance;
  const std::optional<int64_t> needed = processes_for(sides.base, sides.now, std::log1p(threshold) / 2);
  if (!needed) return std::nullopt;
  return std::max(*needed, static_cast<int64_t>(kFewestProcesses));
}

/// Ends the sentences on too few processes and too much noise.
std::string needed_text(const std::optional<int64_t>& needed, double threshold) {
  if (threshold == 0) return "how many it takes is not known for a threshold of 0";
  if (!needed)
    return fmt::format("no 1,000 a side would tell {:.3g} % here, or their spread is not known", 100 * threshold);
  return fmt::format("about {} a side would tell {:.3g} % here", *needed, 100 * threshold);
}

void say_too_few(const Sides& sides, double threshold, CaseVerdict& verdict) {
  const size_t fewest = std::min(sides.base.processes, sides.now.processes);
  const auto estimate = processes_needed(sides, threshold);
  verdict.processes_needed = estimate.value_or(static_cast<int64_t>(kFewestProcesses));
  verdict.reason =
      fmt::format("{} process{} a side, at least {} are needed ({} more); {}", fewest, fewest == 1 ? "" : "es",
                  kFewestProcesses, kFewestProcesses - fewest, needed_text(estimate, threshold));
}

/// The noise floor as ln ratio.
double noise_floor(const LogRatio& ratio, std::span<const double> own_aa, std::optional<double> bound_of_all) {
  const std::optional<double> bound = own_aa.size() >= kFewestProcesses ? self_comparison_bound(own_aa) : bound_of_all;
  return std::max(half_width(ratio), bound.value_or(0));
}

/// All but q and what follows from it.
CaseVerdict compare_times(const CasePair& pair, double threshold, std::optional<double> aa_bound) {
  CaseVerdict verdict{.name = pair.name};
  const std::optional<Sides> sides = read_sides(pair, verdict);
  if (!sides || answered_by_identity(pair, verdict)) return verdict;
  const std::optional<LogRatio> ratio = welch_log_ratio(sides->base, sides->now);
  if (ratio) verdict.interval = ratio_interval(*ratio);
  if (std::min(sides->base.processes, sides->now.processes) < kFewestProcesses) {
    say_too_few(*sides, threshold, verdict);
  } else if (!ratio || !verdict.interval) {
    verdict.reason = "the processes of a side have all the same time: no spread to judge by";
  } else {
    const double floor = noise_floor(*ratio, pair.aa_log_ratios, aa_bound);
    verdict.noise_floor = std::expm1(floor);
    verdict.p = minimum_effect_p(*ratio, std::max(std::log1p(threshold), floor));
    verdict.processes_needed = processes_needed(*sides, threshold);
  }
  return verdict;
}

std::string reason_of_doubt(const CaseVerdict& verdict, const VerdictRule& rule, size_t tests) {
  if (*verdict.p <= rule.false_discovery_rate) {
    return fmt::format("alone it would be called changed, but among {} cases it may be chance", tests);
  }
  const double half = std::log(verdict.interval->high / verdict.interval->low) / 2;
  if (half <= std::log1p(rule.threshold) / 2) return "the change is too near the threshold or the noise floor";
  return fmt::format("the processes differ too much: {}", needed_text(verdict.processes_needed, rule.threshold));
}

void decide(CaseVerdict& verdict, const VerdictRule& rule, size_t tests) {
  const double most = 1 + rule.threshold;
  if (*verdict.q <= rule.false_discovery_rate) {
    verdict.verdict = *verdict.ratio < 1 ? Verdict::kFaster : Verdict::kSlower;
  } else if (verdict.interval->low > 1 / most && verdict.interval->high < most) {
    verdict.verdict = Verdict::kUnchanged;
  } else {
    verdict.reason = reason_of_doubt(verdict, rule, tests);
  }
  const auto seen = static_cast<int64_t>(std::min(verdict.base_processes, verdict.new_processes));
  if (verdict.verdict != Verdict::kUnsure || verdict.processes_needed <= seen) verdict.processes_needed.reset();
}

}  // namespace

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kFaster:
      return "faster";
    case Verdict::kSlower:
      return "slower";
    case Verdict::kUnchanged:
      return "unchanged";
    case Verdict::kUnsure:
      break;
  }
  return "unsure";
}

std::vector<CaseVerdict> judge(std::span<const CasePair> cases, const VerdictRule& rule) {
  need_rule(rule);
  std::vector<double> aa;
  for (const CasePair& pair : cases) aa.insert(aa.end(), pair.aa_log_ratios.begin(), pair.aa_log_ratios.end());
  const std::optional<double> aa_bound = self_comparison_bound(aa);

  std::vector<CaseVerdict> verdicts;
  std::vector<double> p_values;
  for (const CasePair& pair : cases) {
    verdicts.push_back(compare_times(pair, rule.threshold, aa_bound));
    if (verdicts.back().p) p_values.push_back(*verdicts.back().p);
  }
  const std::vector<double> q_values = false_discovery_rates(p_values);
  auto q = q_values.begin();
  for (CaseVerdict& verdict : verdicts) {
    if (!verdict.p) continue;
    verdict.q = *q++;
    decide(verdict, rule, q_values.size());
  }
  return verdicts;
}

}  // namespace attn
