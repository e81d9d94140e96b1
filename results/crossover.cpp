#include "results/crossover.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "results/power_curve.h"
#include "results/readable_figures.h"

namespace attn {
namespace {

constexpr int kSteps = 500;

/// A fit as a curve over log(length / longest), with what is needed for its errors.
struct CurveWithErrors {
  PowerCurve curve;
  double log_longest = 0;
  double unit_s = 0;
  double variance = 0;  ///< of one logarithm of time
  double freedom = 0;
  std::optional<Covariance> covariance;

  explicit CurveWithErrors(const ScalingFit& fit)
      : log_longest(std::log(fit.lengths.back())),
        unit_s(fit.times_s.front()),
        variance(fit.noise * fit.noise),
        freedom(static_cast<double>(fit.lengths.size()) - 3) {
    const double level = std::log(fit.factor.value) + fit.exponent.value * log_longest;
    curve = {fit.exponent.value, std::log(fit.constant_s.value) - level, level};
    covariance = unit_covariance(log_points(fit.lengths, fit.times_s), curve, unit_s);
  }

  double log_time_at(double log_length) const { return log_time(curve, log_length - log_longest); }

  double variance_at(double log_length) const {
    if (!covariance) return std::numeric_limits<double>::infinity();
    return variance * variance_along(*covariance, slopes(curve, log_length - log_longest, unit_s));
  }
};

/// Logarithm of the first's time over the second's, and how far it may be from the truth.
struct Gap {
  CurveWithErrors first;
  CurveWithErrors second;
  double tail;

  double at(double log_length) const { return first.log_time_at(log_length) - second.log_time_at(log_length); }

  double reach(double log_length) const {
    const double one = first.variance_at(log_length);
    const double other = second.variance_at(log_length);
    if (one + other == 0) return 0;
    if (std::isinf(one + other)) return one + other;
    const double freedom = (one + other) * (one + other) / (one * one / first.freedom + other * other / second.freedom);
    const boost::math::students_t_distribution<double> student(freedom);
    return quantile(complement(student, tail)) * std::sqrt(one + other);
  }
};

/// Where `inside` stops to hold between a place where it does and one where it doesn't.
template <typename Inside>
double boundary(const Inside& inside, double yes, double no) {
  for (int halving = 0; halving < 50; ++halving) {
    const double middle = std::midpoint(yes, no);
    (inside(middle) ? yes : no) = middle;
  }
  return yes;
}

/// Going from `start` in steps towards `end`: where `inside` stops to hold, or nothing when it never does.
template <typename Inside>
std::optional<double> first_outside(const Inside& inside, double start, double end) {
  double last = start;
  for (int step = 1; step <= kSteps; ++step) {
    const double next = std::lerp(start, end, static_cast<double>(step) / kSteps);
    if (!inside(next)) return boundary(inside, last, next);
    last = next;
  }
  return std::nullopt;
}

std::string range_text(double shortest, double longest) {
  return with_commas(std::llround(shortest)) + " … " + with_commas(std::llround(longest));
}

std::optional<double> to_length(std::optional<double> log_length) {
  if (!log_length) return std::nullopt;
  return std::exp(*log_length);
}

/// The last place from which on the second is faster.
std::optional<double> crossing_of(const Gap& gap, double shortest, double longest) {
  const auto faster = [&](double log_length) { return gap.at(log_length) > 0; };
  for (int step = kSteps; step > 0; --step) {
    const double low = std::lerp(shortest, longest, static_cast<double>(step - 1) / kSteps);
    const double high = std::lerp(shortest, longest, static_cast<double>(step) / kSteps);
    if (faster(high) && !faster(low)) return boundary(faster, high, low);
  }
  return std::nullopt;
}

std::string who_is_faster(const Gap& gap, double shortest, double longest) {
  if (gap.at(shortest) <= 0) return "the first is faster there";
  return gap.at(longest) > 0 ? "the second is faster there" : "the second is faster only at short lengths";
}

}  // namespace

Crossover crossover(const ScalingFit& first, const ScalingFit& second, double confidence) {
  if (!(confidence > 0 && confidence < 1)) throw std::invalid_argument("a confidence is between 0 and 1");
  const double shortest = std::max(first.lengths.front(), second.lengths.front());
  const double longest = std::min(first.lengths.back(), second.lengths.back());
  if (!(shortest < longest)) {
    return {std::nullopt,
            fmt::format("no lengths in common: {} and {}", range_text(first.lengths.front(), first.lengths.back()),
                        range_text(second.lengths.front(), second.lengths.back()))};
  }
  const Gap gap{CurveWithErrors(first), CurveWithErrors(second), (1 - confidence) / 2};
  const double low = std::log(shortest);
  const double high = std::log(longest);
  const std::string range = range_text(shortest, longest);
  const auto untold = [&](double log_length) { return std::abs(gap.at(log_length)) <= gap.reach(log_length); };
  if (untold(low) && !first_outside(untold, low, high)) {
    return {std::nullopt, fmt::format("not told within {}: the two differ less than their errors", range)};
  }
  const std::optional<double> place = crossing_of(gap, low, high);
  if (!place) return {std::nullopt, fmt::format("not within {}: {}", range, who_is_faster(gap, low, high))};
  const Crossing crossing{std::exp(*place), to_length(first_outside(untold, *place, low)),
                          to_length(first_outside(untold, *place, high))};
  return {crossing, ""};
}

}  // namespace attn
