#include "results/log_ratio.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace attn {
namespace {

// Rounding makes the logarithms of equal times differ by 1e-16 of themselves.
constexpr double kSmallestStandardError = 1e-12;

constexpr int64_t kMostProcesses = 1'000;

// In long double it would take five times as long, for digits that nobody reads.
using InDouble = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
using Student = boost::math::students_t_distribution<double, InDouble>;

double student_quantile(double degrees_of_freedom) {
  return quantile(Student(degrees_of_freedom), 0.975);
}

double square(double value) {
  return value * value;
}

/// Half the width of the interval with `processes` a side, more than one.
double half_width_with(const LogTimes& base, const LogTimes& now, int64_t processes) {
  const auto n = static_cast<double>(processes);
  const double variance = base.variance + now.variance;
  const double degrees = (n - 1) * square(variance) / (square(base.variance) + square(now.variance));
  return student_quantile(degrees) * std::sqrt(variance / n);
}

}  // namespace

LogTimes log_times(std::span<const double> times_s) {
  if (times_s.empty()) throw std::invalid_argument("a mean of no times");
  std::vector<double> logs;
  for (const double time_s : times_s) {
    if (!(time_s > 0)) throw std::invalid_argument("a logarithm of a time that is not positive");
    logs.push_back(std::log(time_s));
  }
  std::ranges::sort(logs);  // sums depend on the order
  const auto n = static_cast<double>(logs.size());
  LogTimes times{.processes = logs.size(), .mean = std::accumulate(logs.begin(), logs.end(), 0.0) / n};
  for (const double value : logs) times.variance += square(value - times.mean);
  if (logs.size() > 1) times.variance /= n - 1;
  return times;
}

std::optional<LogRatio> welch_log_ratio(const LogTimes& base, const LogTimes& now) {
  if (base.processes < 2 || now.processes < 2) return std::nullopt;
  const double of_base = base.variance / static_cast<double>(base.processes);
  const double of_new = now.variance / static_cast<double>(now.processes);
  const double standard_error = std::sqrt(of_base + of_new);
  if (!(standard_error > kSmallestStandardError)) return std::nullopt;
  // By shares, so that the squares of small variances don't vanish.
  const double share = of_base / (of_base + of_new);
  const double inverse = square(share) / static_cast<double>(base.processes - 1) +
                         square(1 - share) / static_cast<double>(now.processes - 1);
  return LogRatio{now.mean - base.mean, standard_error, 1 / inverse};
}

double half_width(const LogRatio& ratio) {
  return student_quantile(ratio.degrees_of_freedom) * ratio.standard_error;
}

std::optional<Interval> ratio_interval(const LogRatio& ratio) {
  const double half = half_width(ratio);
  const Interval interval{std::exp(ratio.value - half), std::exp(ratio.value + half)};
  if (!(interval.low > 0) || !std::isfinite(interval.high)) return std::nullopt;
  return interval;
}

double minimum_effect_p(const LogRatio& ratio, double margin) {
  const Student student(ratio.degrees_of_freedom);
  const double size = std::abs(ratio.value);
  const double beyond = cdf(complement(student, (size - margin) / ratio.standard_error));
  const double opposite = cdf(complement(student, (size + margin) / ratio.standard_error));
  return std::min(1.0, beyond + opposite);
}

std::optional<int64_t> processes_for(const LogTimes& base, const LogTimes& now, double wanted) {
  if (!(base.variance + now.variance > 0)) return std::nullopt;
  // With the normal distribution's quantile, which is less than any of t, it would be so many at least.
  constexpr double kNormalQuantile = 1.959963;
  const double least = square(kNormalQuantile / wanted) * (base.variance + now.variance);
  if (!(least < static_cast<double>(kMostProcesses))) return std::nullopt;
  int64_t processes = std::max<int64_t>(2, static_cast<int64_t>(least));
  while (half_width_with(base, now, processes) > wanted) {
    if (++processes > kMostProcesses) return std::nullopt;
  }
  return processes;
}

std::optional<double> self_comparison_bound(std::span<const double> log_ratios) {
  if (log_ratios.empty()) return std::nullopt;
  double squares = 0;
  for (const double log_ratio : log_ratios) {
    if (!std::isfinite(log_ratio)) throw std::invalid_argument("a logarithm of a ratio that is not finite");
    squares += square(log_ratio);
  }
  const auto n = static_cast<double>(log_ratios.size());
  return student_quantile(n) * std::sqrt(squares / n);
}

}  // namespace attn
