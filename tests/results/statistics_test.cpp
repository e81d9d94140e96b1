#include "results/statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <stdexcept>

namespace attn {
namespace {

/// 1, 2, … n in a shuffled order, so that a value is its own rank.
std::vector<double> ranks(std::size_t n) {
  std::vector<double> values(n);
  std::iota(values.begin(), values.end(), 1.0);
  std::ranges::shuffle(values, std::mt19937(7));
  return values;
}

void expect_ranks(std::size_t n, double low, double high, double confidence = 0.95) {
  const auto interval = median_interval(ranks(n), confidence);
  ASSERT_TRUE(interval.has_value()) << n;
  EXPECT_EQ(interval->low, low) << n;
  EXPECT_EQ(interval->high, high) << n;
}

TEST(Statistics, QuantilesAreLinearBetweenOrderStatistics) {
  const std::vector<double> values = {3, 1, 4, 2};  // positions 3p: 0.75, 1.5, 2.25
  EXPECT_DOUBLE_EQ(quantile(values, 0.25), 1.75);
  EXPECT_DOUBLE_EQ(median(values), 2.5);
  EXPECT_DOUBLE_EQ(quantile(values, 0.75), 3.25);
  EXPECT_EQ(quantile(values, 0), 1);
  EXPECT_EQ(quantile(values, 1), 4);
  EXPECT_EQ(median(ranks(101)), 51);
  EXPECT_EQ(quantile(std::vector<double>{7}, 0.3), 7);
}

TEST(Statistics, RefusesAQuantileOfNothing) {
  EXPECT_THROW(median({}), std::invalid_argument);
  EXPECT_THROW(quantile(ranks(3), 1.5), std::invalid_argument);
  EXPECT_THROW(quantile(ranks(3), std::nan("")), std::invalid_argument);
}

TEST(Statistics, MedianIntervalTakesTheRanksOfTheBinomialTable) {
  expect_ranks(6, 1, 6);       // 1/64 = 0.0156 on each side
  expect_ranks(8, 1, 8);       // (1 + 8)/256 = 0.035 would be too much
  expect_ranks(9, 2, 8);       // (1 + 9)/512 = 0.0195
  expect_ranks(10, 2, 9);      // (1 + 10)/1024 = 0.0107
  expect_ranks(20, 6, 15);     // P(X ≤ 5) = 21700/2^20 = 0.0207
  expect_ranks(100, 40, 61);   // P(X ≤ 39) = 0.0176, P(X ≤ 40) = 0.0284
  expect_ranks(5, 1, 5, 0.9);  // 1/32 = 0.031 on each side
}

TEST(Statistics, MedianIntervalNeedsSixValuesForNinetyFivePercent) {
  for (std::size_t n = 0; n < 6; ++n) EXPECT_FALSE(median_interval(ranks(n)).has_value()) << n;
}

TEST(Statistics, MedianIntervalIsNearTheNormalApproximationForManyValues) {
  // n/2 ∓ 1.96·√n/2 for n = 10,000: ranks 4,902 and 5,099.
  const auto interval = median_interval(ranks(10'000));
  ASSERT_TRUE(interval.has_value());
  EXPECT_NEAR(interval->low, 4'902, 1);
  EXPECT_NEAR(interval->high, 5'099, 1);
}

TEST(Statistics, MedianIntervalCoversTheMedianAsOftenAsItSays) {
  std::mt19937 random(3);
  std::exponential_distribution<double> skewed;
  int covered = 0;
  for (int trial = 0; trial < 2'000; ++trial) {
    std::vector<double> values(20);
    for (double& value : values) value = skewed(random);
    const auto interval = median_interval(values);
    covered += interval->low <= std::log(2.0) && std::log(2.0) <= interval->high ? 1 : 0;
  }
  // Exactly 1 − 2·0.0207 = 0.9586; four standard errors of 2,000 trials are 0.018.
  EXPECT_NEAR(covered / 2'000.0, 0.9586, 0.018);
}

TEST(Statistics, LogIntervalIsStudentsAroundTheGeometricMean) {
  // Logarithms −2 … 2: mean 0, standard error √(2.5/5), t(0.975; 4) = 2.776445 (Student's table).
  std::vector<double> values;
  for (int logarithm = -2; logarithm <= 2; ++logarithm) values.push_back(std::exp(logarithm));
  const auto five = log_t_interval(values);
  ASSERT_TRUE(five.has_value());
  EXPECT_NEAR(std::log(five->low), -2.776445 * std::sqrt(0.5), 1e-6);
  EXPECT_NEAR(std::log(five->high), 2.776445 * std::sqrt(0.5), 1e-6);
  // Logarithms 0 and 2: mean 1, standard error 1, t(0.975; 1) = 12.7062.
  const auto two = log_t_interval(std::vector<double>{1, std::exp(2)});
  ASSERT_TRUE(two.has_value());
  EXPECT_NEAR(std::log(two->low), 1 - 12.7062, 1e-4);
  EXPECT_NEAR(std::log(two->high), 1 + 12.7062, 1e-4);
}

TEST(Statistics, LogIntervalOfEqualValuesIsThatValue) {
  const auto interval = log_t_interval(std::vector<double>{2, 2, 2});
  ASSERT_TRUE(interval.has_value());
  EXPECT_DOUBLE_EQ(interval->low, 2);
  EXPECT_DOUBLE_EQ(interval->high, 2);
}

TEST(Statistics, LogIntervalNeedsTwoPositiveValues) {
  EXPECT_FALSE(log_t_interval({}).has_value());
  EXPECT_FALSE(log_t_interval(std::vector<double>{1}).has_value());
  EXPECT_THROW(log_t_interval(std::vector<double>{1, 0}), std::invalid_argument);
  EXPECT_THROW(log_t_interval(std::vector<double>{1, std::nan("")}), std::invalid_argument);
}

}  // namespace
}  // namespace attn
