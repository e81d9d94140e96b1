#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "results/statistics.h"

namespace attn {

/// Times of different lengths as logarithms: those of the lengths against the longest (so the largest is 0), and those
/// of the times in s.
struct LogPoints {
  std::vector<double> length;
  std::vector<double> time;
};

LogPoints log_points(std::span<const double> lengths, std::span<const double> times_s);

/// The curve log time = level + log(e^floor + e^(exponent · log length)). In the words of a + b·S^p, with L the longest
/// length: level = log(b·L^p), floor = log(a / (b·L^p)), which is −∞ when a is 0.
struct PowerCurve {
  double exponent = 0;
  double floor = 0;
  double level = 0;
};

double log_time(const PowerCurve& curve, double log_length);

/// Sum of the squared differences of the logarithms of time.
double misfit(const LogPoints& points, const PowerCurve& curve);

/// The curve of the smallest misfit with an exponent within kExponents.
inline constexpr Interval kExponents{0.05, 6};
PowerCurve best_curve(const LogPoints& points);

/// The curve of the smallest misfit with this exponent.
PowerCurve best_curve(const LogPoints& points, double exponent);

/// How log time at a place changes with the level, the exponent and a, the last in units of `unit_s`.
using Slopes = std::array<double, 3>;
Slopes slopes(const PowerCurve& curve, double log_length, double unit_s);

/// Inverse of the sum of the products of the points' slopes: times the variance of the errors, the covariance of level,
/// exponent and a. Nothing when the points don't tell the three apart.
using Covariance = std::array<Slopes, 3>;
std::optional<Covariance> unit_covariance(const LogPoints& points, const PowerCurve& curve, double unit_s);

/// directionᵀ · covariance · direction.
double variance_along(const Covariance& covariance, const Slopes& direction);

}  // namespace attn
