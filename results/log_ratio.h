#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "results/statistics.h"

namespace attn {

/// The logarithms of one side's times, one time a process.
struct LogTimes {
  size_t processes = 0;
  double mean = 0;      ///< its exponential is the geometric mean of the times
  double variance = 0;  ///< over n − 1; 0 of a single process
};

/// The same to the last bit in whatever order the times come. Times must be positive, at least one.
LogTimes log_times(std::span<const double> times_s);

/// ln(new/base) of geometric means, and how well it is known.
struct LogRatio {
  double value = 0;
  double standard_error = 0;      ///< more than 0
  double degrees_of_freedom = 0;  ///< Welch–Satterthwaite
};

/// Welch's comparison of two means (Biometrika 34, 1947): the variances may differ. With v = variance/n of each side,
/// standard error √(v_base + v_new), degrees of freedom (v_base + v_new)² / (v_base²/(n_base−1) + v_new²/(n_new−1)).
/// Nothing under two processes a side, and where the processes of neither side differ.
std::optional<LogRatio> welch_log_ratio(const LogTimes& base, const LogTimes& now);

/// Of the 95 % interval of ln ratio: t(0.975; degrees of freedom)·standard error. It is also what 95 % of the
/// comparisons of a thing with itself, with processes as different as these, stay under.
double half_width(const LogRatio& ratio);

/// 95 % interval of the ratio: exp(value ± half_width). Nothing where that is beyond
/// what a double holds.
std::optional<Interval> ratio_interval(const LogRatio& ratio);

/// p of the hypothesis that |ln ratio| is at most `margin` ≥ 0: P(T ≥ (|value| − margin)/standard error) +
/// P(T ≥ (|value| + margin)/standard error), T Student's (McCarthy and Smyth, "Testing significance relative to a
/// fold-change threshold is a TREAT", Bioinformatics 25, 2009). With margin 0 it is the two-sided p of the t-test.
double minimum_effect_p(const LogRatio& ratio, double margin);

/// How many processes a side, as different as these, make the half-width of the 95 % interval of ln ratio at most
/// `wanted`. Nothing where 1,000 don't, and where the processes don't differ.
std::optional<int64_t> processes_for(const LogTimes& base, const LogTimes& now, double wanted);

/// What 95 % of the comparisons of a thing with itself stay under, from the ln ratios of some of them:
/// t(0.975; n)·√(mean of squares), as their true mean is 0. Nothing without any. Throws std::invalid_argument for a
/// value that is not finite.
std::optional<double> self_comparison_bound(std::span<const double> log_ratios);

}  // namespace attn
