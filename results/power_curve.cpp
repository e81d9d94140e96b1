#include "results/power_curve.h"

#include <algorithm>
#include <boost/math/tools/minima.hpp>
#include <cmath>
#include <limits>
#include <utility>

namespace attn {
namespace {

constexpr int kBits = 26;  // half of a double's: a minimum is not known better

/// Argument and value of the smallest value of `function` from `low` to `high`: the best of a grid, then Brent's
/// method between its neighbours, so that a second valley is not taken for the first.
template <typename Function>
std::pair<double, double> minimum(const Function& function, const Interval& range, int steps) {
  const double step = (range.high - range.low) / steps;
  std::pair<double, double> best{range.low, function(range.low)};
  for (int i = 1; i <= steps; ++i) {
    const double at = range.low + i * step;
    const double value = function(at);
    if (value < best.second) best = {at, value};
  }
  const auto refined = boost::math::tools::brent_find_minima(function, std::max(range.low, best.first - step),
                                                             std::min(range.high, best.first + step), kBits);
  return refined.second < best.second ? refined : best;
}

double shape_of(double exponent, double floor, double log_length) {
  const double rise = exponent * log_length;
  const double larger = std::max(rise, floor);
  return larger + std::log1p(std::exp(std::min(rise, floor) - larger));
}

/// The curve of the smallest misfit at this exponent and floor: its level is the mean difference.
PowerCurve levelled(const LogPoints& points, double exponent, double floor) {
  double sum = 0;
  for (std::size_t i = 0; i < points.time.size(); ++i) {
    sum += points.time[i] - shape_of(exponent, floor, points.length[i]);
  }
  return {exponent, floor, sum / static_cast<double>(points.time.size())};
}

constexpr double kNoFloor = -std::numeric_limits<double>::infinity();

/// Floors that can be told from none (6e-6 of the shortest length's time) to one that hides the longest length's rise.
Interval floors(const LogPoints& points, double exponent) {
  return {exponent * *std::ranges::min_element(points.length) - 12, 8};
}

}  // namespace

LogPoints log_points(std::span<const double> lengths, std::span<const double> times_s) {
  LogPoints points;
  const double longest = *std::ranges::max_element(lengths);
  for (const double length : lengths) points.length.push_back(std::log(length / longest));
  for (const double time : times_s) points.time.push_back(std::log(time));
  return points;
}

double log_time(const PowerCurve& curve, double log_length) {
  return curve.level + shape_of(curve.exponent, curve.floor, log_length);
}

double misfit(const LogPoints& points, const PowerCurve& curve) {
  double sum = 0;
  for (std::size_t i = 0; i < points.time.size(); ++i) {
    const double difference = points.time[i] - log_time(curve, points.length[i]);
    sum += difference * difference;
  }
  return sum;
}

PowerCurve best_curve(const LogPoints& points, double exponent) {
  const Interval range = floors(points, exponent);
  const auto steps = static_cast<int>(std::ceil(range.high - range.low));
  const auto [floor, value] =
      minimum([&](double candidate) { return misfit(points, levelled(points, exponent, candidate)); }, range, steps);
  const PowerCurve without = levelled(points, exponent, kNoFloor);
  return misfit(points, without) <= value ? without : levelled(points, exponent, floor);
}

PowerCurve best_curve(const LogPoints& points) {
  const auto at = [&](double exponent) { return misfit(points, best_curve(points, exponent)); };
  return best_curve(points, minimum(at, kExponents, 40).first);
}

Slopes slopes(const PowerCurve& curve, double log_length, double unit_s) {
  const double time = log_time(curve, log_length);
  const double rising_part = std::exp(curve.level + curve.exponent * log_length - time);
  return {rising_part, rising_part * log_length, unit_s * std::exp(-time)};
}

std::optional<Covariance> unit_covariance(const LogPoints& points, const PowerCurve& curve, double unit_s) {
  Covariance m{};
  for (const double log_length : points.length) {
    const Slopes at = slopes(curve, log_length, unit_s);
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) m[i][j] += at[i] * at[j];
    }
  }
  Covariance inverse{};  // by cofactors, in cyclic order so that they carry their signs
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const std::size_t r = (j + 1) % 3, s = (j + 2) % 3, u = (i + 1) % 3, v = (i + 2) % 3;
      inverse[i][j] = m[r][u] * m[s][v] - m[r][v] * m[s][u];
    }
  }
  const double determinant = m[0][0] * inverse[0][0] + m[0][1] * inverse[1][0] + m[0][2] * inverse[2][0];
  if (!(determinant > 1e-13 * m[0][0] * m[1][1] * m[2][2])) return std::nullopt;
  for (Slopes& row : inverse) {
    for (double& cell : row) cell /= determinant;
  }
  return inverse;
}

double variance_along(const Covariance& covariance, const Slopes& direction) {
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) sum += direction[i] * covariance[i][j] * direction[j];
  }
  return sum;
}

}  // namespace attn
