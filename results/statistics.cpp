#include "results/statistics.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace attn {
namespace {

double order_statistic(std::vector<double>& values, std::size_t index) {
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(index);
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

void need_values(std::span<const double> values) {
  if (values.empty()) throw std::invalid_argument("a quantile of no values");
}

void need_confidence(double confidence) {
  if (!(confidence > 0 && confidence < 1)) throw std::invalid_argument("a confidence is between 0 and 1");
}

/// The largest k with P(Binomial(n, 1/2) ≤ k) ≤ tail: as many values lie outside on each side. Nothing when not even
/// k = 0 has it.
std::optional<std::size_t> values_outside(std::size_t n, double tail) {
  const boost::math::binomial_distribution<double> below_median(static_cast<double>(n), 0.5);
  if (cdf(below_median, 0.0) > tail) return std::nullopt;
  double k = std::floor(quantile(below_median, tail));  // the default policy rounds outwards; don't rely on it
  while (k > 0 && cdf(below_median, k) > tail) --k;
  while (cdf(below_median, k + 1) <= tail) ++k;
  return static_cast<std::size_t>(k);
}

}  // namespace

double quantile(std::span<const double> values, double p) {
  need_values(values);
  if (!(p >= 0 && p <= 1)) throw std::invalid_argument("a quantile's p is between 0 and 1");
  std::vector<double> ordered(values.begin(), values.end());
  const double position = p * static_cast<double>(ordered.size() - 1);
  const auto index = static_cast<std::size_t>(position);
  const double lower = order_statistic(ordered, index);
  if (index + 1 == ordered.size()) return lower;
  // nth_element has left the larger values behind the index.
  const double upper = *std::min_element(ordered.begin() + static_cast<std::ptrdiff_t>(index) + 1, ordered.end());
  return std::lerp(lower, upper, position - static_cast<double>(index));
}

double median(std::span<const double> values) {
  return quantile(values, 0.5);
}

std::optional<Interval> median_interval(std::span<const double> values, double confidence) {
  need_confidence(confidence);
  if (values.empty()) return std::nullopt;
  const std::optional<std::size_t> outside = values_outside(values.size(), (1 - confidence) / 2);
  if (!outside) return std::nullopt;
  std::vector<double> ordered(values.begin(), values.end());
  const double low = order_statistic(ordered, *outside);
  return Interval{low, order_statistic(ordered, ordered.size() - 1 - *outside)};
}

std::optional<Interval> log_t_interval(std::span<const double> values, double confidence) {
  need_confidence(confidence);
  if (std::ranges::any_of(values, [](double value) { return !(value > 0); })) {
    throw std::invalid_argument("a logarithm of a value that is not positive");
  }
  if (values.size() < 2) return std::nullopt;
  const auto n = static_cast<double>(values.size());
  const double mean =
      std::accumulate(values.begin(), values.end(), 0.0, [](double sum, double v) { return sum + std::log(v); }) / n;
  const double squares = std::accumulate(values.begin(), values.end(), 0.0, [mean](double sum, double value) {
    return sum + (std::log(value) - mean) * (std::log(value) - mean);
  });
  const boost::math::students_t_distribution<double> student(n - 1);
  const double half_width =
      quantile(complement(student, (1 - confidence) / 2)) * std::sqrt(squares / (n - 1)) / std::sqrt(n);
  return Interval{std::exp(mean - half_width), std::exp(mean + half_width)};
}

}  // namespace attn
