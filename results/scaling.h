#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "results/statistics.h"

namespace attn {

struct Estimate {
  double value = 0;
  Interval interval;
};

/// time = a + b·S^p over sequence lengths S.
struct ScalingFit {
  Estimate exponent;    ///< p
  Estimate constant_s;  ///< a, never below 0: what a launch costs at any length
  Estimate factor;      ///< b, in s for a length of 1
  double noise = 0;     ///< standard deviation of the logarithms of time around the curve: 0.02 is about 2 %

  std::vector<double> lengths;  ///< the different lengths fitted, ascending
  std::vector<double> times_s;  ///< the median time of each
};

/// A fit, or why there is none.
struct Scaling {
  std::optional<ScalingFit> fit;
  std::string reason;  ///< empty with a fit
};

/// Fits a + b·S^p, a ≥ 0, to times of at least five different lengths, in any order; of several times of one length the
/// median counts once, as what moves a length away from the curve is mostly common to all its times.
///
/// Least squares of log(time / curve): errors in proportion to the time, alike at all lengths. The minimum is searched
/// on a grid and then by Brent's method, the same each time. With t Student's quantile of n − 3 degrees of freedom for
/// n lengths, the exponent's interval holds the exponents whose best curve has at most (1 + t²/(n − 3)) times the
/// smallest sum of squares: the profile-t interval of Bates and Watts, Nonlinear Regression Analysis and Its
/// Applications (1988), 6.1. The intervals of a, cut off at 0, and of log b are ± t standard errors of the linear
/// approximation (2.2 there). In simulations with 5 to 12 lengths over a factor of 16 to 32, exponents 1 to 3 and 1 to
/// 5 % of noise, 95 % intervals of the exponent hold it in 93 to 98 % of the trials.
///
/// A drift over all lengths (caches that no longer hold the tensors) is no noise to it: it becomes part of p.
///
/// There is no fit, and a reason, with fewer than five lengths, with a length or time that is not a positive number,
/// and where the exponent's interval leaves 0.05 … 6, as with times that hardly rise. Throws std::invalid_argument when
/// the numbers of lengths and times differ or the confidence isn't between 0 and 1.
Scaling fit_scaling(std::span<const double> lengths, std::span<const double> times_s, double confidence = 0.95);

/// What one process measured.
struct SweepTimes {
  std::vector<double> lengths;
  std::vector<double> times_s;  ///< one a length
};

/// fit_scaling of the geometric means of those processes that have all lengths, so that one that is slow is so at all
/// lengths alike; of all times where no process has all.
///
/// A machine that gets slower while a process goes over the lengths tilts its curve, which no distance from the curve
/// shows, since p takes it up. So the exponent's interval gets wider, each side c becoming √(c² + d²), by how those
/// processes differ in tilt: d = t·s/√n for n of them, s being the standard deviation of the slopes of log(time /
/// curve) over log length, t Student's quantile of n − 1 degrees of freedom. In simulations of 5 processes with tilts
/// of 0.04 and noise of 2 %, 95 % intervals hold the exponent in 98 % of the trials, without d in 61 %.
/// With a single such process nothing is known of it, and d is 0.
Scaling fit_sweeps(std::span<const SweepTimes> sweeps, double confidence = 0.95);

/// a + b·S^p.
double fitted_time_s(const ScalingFit& fit, double length);

}  // namespace attn
