#pragma once

#include <optional>
#include <span>
#include <vector>

namespace attn {

struct Interval {
  double low = 0;
  double high = 0;
};

/// The p-quantile, 0 ≤ p ≤ 1, linear between order statistics (Hyndman and Fan 1996, type 7). `values` in any order, at
/// least one.
double quantile(std::span<const double> values, double p);
double median(std::span<const double> values);

/// Distribution-free interval of the median from order statistics by the binomial distribution (Conover, Practical
/// Nonparametric Statistics, 3.2): covers with at least `confidence`. Nothing when too few values can give it (under 6
/// at 95 %).
std::optional<Interval> median_interval(std::span<const double> values, double confidence = 0.95);

/// Student-t interval of the mean of the logarithms, exponentiated: an interval of the geometric mean. Nothing under
/// two values. Values must be positive.
std::optional<Interval> log_t_interval(std::span<const double> values, double confidence = 0.95);

}  // namespace attn
