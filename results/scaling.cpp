#include "results/scaling.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <utility>

#include "results/power_curve.h"

namespace attn {
namespace {

constexpr std::size_t kFewestLengths = 5;
constexpr int kParameters = 3;
constexpr double kRounding = 1e-13;  // what a misfit of 0 may come to

/// What is wrong with a length or time; empty when nothing is.
std::string wrong_value(std::span<const double> lengths, std::span<const double> times_s) {
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (!(std::isfinite(lengths[i]) && lengths[i] > 0)) return fmt::format("{} is not a length", lengths[i]);
    if (!(std::isfinite(times_s[i]) && times_s[i] > 0)) {
      return fmt::format("{} s at length {} is not a time", times_s[i], lengths[i]);
    }
  }
  return "";
}

/// Different lengths, ascending, each with its median time.
void take_medians(std::span<const double> lengths, std::span<const double> times_s, ScalingFit& fit) {
  std::map<double, std::vector<double>> times_of;
  for (std::size_t i = 0; i < lengths.size(); ++i) times_of[lengths[i]].push_back(times_s[i]);
  for (const auto& [length, times] : times_of) {
    fit.lengths.push_back(length);
    fit.times_s.push_back(median(times));
  }
}

/// The last value, going from `inside` towards `end` in steps that double, that is within; nothing when `end` is.
template <typename Within>
std::optional<double> edge(const Within& within, double inside, double end) {
  double outside = end;
  for (double step = std::copysign(1e-4, end - inside);; step *= 2) {
    outside = std::abs(step) < std::abs(end - inside) ? inside + step : end;
    if (!within(outside)) break;
    if (outside == end) return std::nullopt;
    inside = outside;
  }
  for (int halving = 0; halving < 22; ++halving) {
    const double middle = std::midpoint(inside, outside);
    (within(middle) ? inside : outside) = middle;
  }
  return inside;
}

std::optional<Interval> exponent_interval(const LogPoints& points, double exponent, double largest_misfit) {
  const auto within = [&](double candidate) { return misfit(points, best_curve(points, candidate)) <= largest_misfit; };
  const std::optional<double> low = edge(within, exponent, kExponents.low);
  const std::optional<double> high = edge(within, exponent, kExponents.high);
  if (!low || !high) return std::nullopt;
  return Interval{*low, *high};
}

/// Fills in a and b of a curve, `reach` being Student's quantile times the standard deviation of the errors.
void take_constants(const PowerCurve& curve, const Covariance& covariance, double reach, ScalingFit& fit) {
  const double unit_s = fit.times_s.front();
  const double log_longest = std::log(fit.lengths.back());
  const double constant_s = std::exp(curve.level + curve.floor);
  const double constant_reach_s = unit_s * reach * std::sqrt(variance_along(covariance, {0, 0, 1}));
  fit.constant_s = {constant_s, {std::max(0.0, constant_s - constant_reach_s), constant_s + constant_reach_s}};
  const double log_factor = curve.level - curve.exponent * log_longest;
  const double factor_reach = reach * std::sqrt(variance_along(covariance, {1, -log_longest, 0}));
  fit.factor = {std::exp(log_factor), {std::exp(log_factor - factor_reach), std::exp(log_factor + factor_reach)}};
}

double upper_t(double freedom, double confidence) {
  return quantile(complement(boost::math::students_t_distribution<double>(freedom), (1 - confidence) / 2));
}

double mean(const std::vector<double>& values) {
  return std::reduce(values.begin(), values.end()) / static_cast<double>(values.size());
}

/// How much faster than the curve the times of a process rise: the slope of log(time / curve) over log length.
double tilt_of(const SweepTimes& sweep, const ScalingFit& fit) {
  const std::size_t count = sweep.lengths.size();
  std::vector<double> x(count), y(count);
  for (std::size_t i = 0; i < count; ++i) {
    x[i] = std::log(sweep.lengths[i]);
    y[i] = std::log(sweep.times_s[i] / fitted_time_s(fit, sweep.lengths[i]));
  }
  const double middle = mean(x);
  double products = 0, squares = 0;
  for (std::size_t i = 0; i < count; ++i) {
    products += (x[i] - middle) * y[i];
    squares += (x[i] - middle) * (x[i] - middle);
  }
  return products / squares;
}

/// Half the width of the interval of the mean tilt of two processes or more.
double tilt_reach(std::span<const SweepTimes> sweeps, const ScalingFit& fit, double confidence) {
  std::vector<double> tilts;
  for (const SweepTimes& sweep : sweeps) tilts.push_back(tilt_of(sweep, fit));
  const auto count = static_cast<double>(tilts.size());
  const double middle = mean(tilts);
  double squares = 0;
  for (const double tilt : tilts) squares += (tilt - middle) * (tilt - middle);
  return upper_t(count - 1, confidence) * std::sqrt(squares / (count - 1) / count);
}

SweepTimes all_times(std::span<const SweepTimes> sweeps) {
  SweepTimes all;
  for (const SweepTimes& sweep : sweeps) {
    all.lengths.insert(all.lengths.end(), sweep.lengths.begin(), sweep.lengths.end());
    all.times_s.insert(all.times_s.end(), sweep.times_s.begin(), sweep.times_s.end());
  }
  return all;
}

/// Those that have every length that any has, each once.
std::vector<SweepTimes> whole_sweeps(std::span<const SweepTimes> sweeps) {
  const SweepTimes all = all_times(sweeps);
  const std::set<double> lengths(all.lengths.begin(), all.lengths.end());
  std::vector<SweepTimes> whole;
  for (const SweepTimes& sweep : sweeps) {
    const bool has_each = std::set<double>(sweep.lengths.begin(), sweep.lengths.end()) == lengths;
    if (has_each && sweep.lengths.size() == lengths.size()) whole.push_back(sweep);
  }
  return whole;
}

SweepTimes geometric_mean(std::span<const SweepTimes> sweeps) {
  std::map<double, std::vector<double>> logs;
  for (const SweepTimes& sweep : sweeps) {
    for (std::size_t i = 0; i < sweep.lengths.size(); ++i) {
      logs[sweep.lengths[i]].push_back(std::log(sweep.times_s[i]));
    }
  }
  SweepTimes means;
  for (const auto& [length, of_length] : logs) {
    means.lengths.push_back(length);
    means.times_s.push_back(std::exp(mean(of_length)));
  }
  return means;
}

}  // namespace

Scaling fit_scaling(std::span<const double> lengths, std::span<const double> times_s, double confidence) {
  if (lengths.size() != times_s.size()) throw std::invalid_argument("a time for each length, a length for each time");
  if (!(confidence > 0 && confidence < 1)) throw std::invalid_argument("a confidence is between 0 and 1");
  if (std::string wrong = wrong_value(lengths, times_s); !wrong.empty()) return {std::nullopt, std::move(wrong)};
  ScalingFit fit;
  take_medians(lengths, times_s, fit);
  if (fit.lengths.size() < kFewestLengths) {
    return {std::nullopt, fmt::format("not enough lengths: {} of {}", fit.lengths.size(), kFewestLengths)};
  }
  const LogPoints points = log_points(fit.lengths, fit.times_s);
  const PowerCurve curve = best_curve(points);
  const double freedom = static_cast<double>(points.time.size()) - kParameters;
  const double smallest = misfit(points, curve);
  const double t = upper_t(freedom, confidence);
  const auto exponents = exponent_interval(points, curve.exponent, smallest * (1 + t * t / freedom) + kRounding);
  const auto covariance = unit_covariance(points, curve, fit.times_s.front());
  if (!exponents || !covariance) return {std::nullopt, "the times don't rise enough to tell an exponent"};
  fit.exponent = {curve.exponent, *exponents};
  fit.noise = std::sqrt(smallest / freedom);
  take_constants(curve, *covariance, t * fit.noise, fit);
  return {std::move(fit), ""};
}

Scaling fit_sweeps(std::span<const SweepTimes> sweeps, double confidence) {
  const std::vector<SweepTimes> whole = whole_sweeps(sweeps);
  const SweepTimes times = whole.empty() ? all_times(sweeps) : geometric_mean(whole);
  Scaling scaling = fit_scaling(times.lengths, times.times_s, confidence);
  if (!scaling.fit || whole.size() < 2) return scaling;
  auto& [exponent, interval] = scaling.fit->exponent;
  const double reach = tilt_reach(whole, *scaling.fit, confidence);
  interval = {exponent - std::hypot(exponent - interval.low, reach),
              exponent + std::hypot(interval.high - exponent, reach)};
  return scaling;
}

double fitted_time_s(const ScalingFit& fit, double length) {
  return fit.constant_s.value + fit.factor.value * std::pow(length, fit.exponent.value);
}

}  // namespace attn
