#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "results/statistics.h"

namespace attn {

/// Under so many processes a side nothing is tested.
inline constexpr size_t kFewestProcesses = 5;

/// What one process measured of a case: its samples or, where they are missing, their median.
struct ProcessTimes {
  std::string run_id;             ///< the same in all cases of the process
  std::vector<double> samples_s;  ///< of one forward, in any order
  std::optional<double> median_s = {};
};

/// A case that both sides of a comparison have. The processes come in any order.
struct CasePair {
  std::string name;     ///< the case's full key
  std::string variant;  ///< or whatever else the geometric means are to be made for
  std::vector<ProcessTimes> base;
  std::vector<ProcessTimes> now;
  std::vector<double> aa_log_ratios = {};  ///< ln ratio of each comparison of this case with itself that was made
};

struct VerdictRule {
  double threshold = 0.02;             ///< a ratio within 1/(1 + threshold) and 1 + threshold is no change
  double false_discovery_rate = 0.05;  ///< of the cases called faster or slower, how many may be wrong
};

enum class Verdict { kFaster, kSlower, kUnchanged, kUnsure };

/// "faster", "slower", "unchanged", "unsure".
std::string_view verdict_name(Verdict verdict);

/// Never holds a number that is not finite: what can't be said is nothing.
struct CaseVerdict {
  std::string name = {};
  Verdict verdict = Verdict::kUnsure;
  std::string reason = {};  ///< of kUnsure, and of kUnchanged without a test; else empty
  size_t base_processes = 0;
  size_t new_processes = 0;
  std::optional<double> base_time_s = {};  ///< geometric mean of the process medians
  std::optional<double> new_time_s = {};
  std::optional<double> ratio = {};              ///< new_time_s / base_time_s
  std::optional<Interval> interval = {};         ///< 95 %, of the ratio
  std::optional<double> noise_floor = {};        ///< as a threshold: 0.03 is a ratio of 1.03 or 1/1.03
  std::optional<double> p = {};                  ///< that the change is within threshold and noise floor
  std::optional<double> q = {};                  ///< p after the correction for the number of cases
  std::optional<int64_t> processes_needed = {};  ///< a side, about; of kUnsure, where more would do
};

/// The verdict on each case, in the order given; docs/comparing.md is the rule in words. Process medians are the units:
/// - ratio and interval: Welch's t on their logarithms (results/log_ratio.h).
/// - p: minimum_effect_p with margin ln(1 + max(threshold, noise floor)). The noise floor is what 95 % of the
/// comparisons
///   of a case with itself stay under: half_width by its processes or, where larger, the self_comparison_bound of
///   aa_log_ratios, of the case where it has at least kFewestProcesses of them, else of all cases together.
/// - q: false_discovery_rates over all cases with a p. At most the rule's rate: faster or slower, by the ratio.
/// - Else, the interval within the threshold on both sides: unchanged. Else unsure.
/// Without a test, and with the reason: the very same processes on both sides are unchanged; unsure are a side with
/// fewer than kFewestProcesses, a process without samples or with a time that is not positive and finite, a run_id
/// twice, and processes that don't differ at all.
/// Throws std::invalid_argument for a rule or an A/A ratio out of range.
std::vector<CaseVerdict> judge(std::span<const CasePair> cases, const VerdictRule& rule = {});

}  // namespace attn
