#include "results/log_ratio.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

namespace attn {
namespace {

/// Of times whose logarithms are these.
LogTimes of_logs(const std::vector<double>& logs) {
  std::vector<double> times_s;
  for (const double value : logs) times_s.push_back(std::exp(value));
  return log_times(times_s);
}

TEST(LogRatio, SummarisesTheLogarithmsOfTheTimes) {
  const LogTimes times = of_logs({1, 5, 3});
  EXPECT_EQ(times.processes, 3);
  EXPECT_NEAR(times.mean, 3, 1e-12);
  EXPECT_NEAR(times.variance, 4, 1e-12);  // (4 + 4 + 0)/2
  EXPECT_EQ(of_logs({2}).variance, 0);
  EXPECT_THROW(log_times({}), std::invalid_argument);
  EXPECT_THROW(log_times(std::vector<double>{1, 0}), std::invalid_argument);
}

TEST(LogRatio, IsWelchsWithItsDegreesOfFreedom) {
  // Variances 2.5 and 10 of five each: v = 0.5 and 2, standard error √2.5, degrees 2.5²/(0.25/4 + 4/4) = 5.88235.
  const auto ratio = welch_log_ratio(of_logs({-2, -1, 0, 1, 2}), of_logs({-3, -1, 1, 3, 5}));
  ASSERT_TRUE(ratio.has_value());
  EXPECT_NEAR(ratio->value, 1, 1e-12);
  EXPECT_NEAR(ratio->standard_error, std::sqrt(2.5), 1e-12);
  EXPECT_NEAR(ratio->degrees_of_freedom, 6.25 / 1.0625, 1e-9);
}

TEST(LogRatio, NeedsASpreadBetweenProcesses) {
  EXPECT_FALSE(welch_log_ratio(of_logs({1}), of_logs({1, 2})).has_value());
  EXPECT_FALSE(welch_log_ratio(log_times(std::vector<double>{0.1, 0.1, 0.1}), log_times(std::vector<double>{0.3, 0.3}))
                   .has_value());
  const auto one_side = welch_log_ratio(of_logs({1, 1, 1}), of_logs({0, 1, 2}));
  ASSERT_TRUE(one_side.has_value());
  EXPECT_NEAR(one_side->degrees_of_freedom, 2, 1e-9);
}

TEST(LogRatio, IntervalIsStudentsAroundTheRatio) {
  const auto interval = ratio_interval({0.1, 0.02, 8});  // t(0.975; 8) = 2.306004 (Student's table)
  ASSERT_TRUE(interval.has_value());
  EXPECT_NEAR(std::log(interval->low), 0.1 - 0.04612008, 1e-8);
  EXPECT_NEAR(std::log(interval->high), 0.1 + 0.04612008, 1e-8);
  EXPECT_FALSE(ratio_interval({0, 400, 8}).has_value());  // e^922 is no double
}

TEST(LogRatio, WithoutAMarginPIsTheTTestsOfTwoSides) {
  EXPECT_NEAR(minimum_effect_p({2.306004, 1, 8}, 0), 0.05, 1e-6);
  EXPECT_NEAR(minimum_effect_p({-2.306004, 1, 8}, 0), 0.05, 1e-6);
  EXPECT_EQ(minimum_effect_p({0, 1, 8}, 0), 1);
}

TEST(LogRatio, FarFromTheMarginPIsTheTTestsOfOneSide) {
  // t(0.95; 8) = 1.859548; the other side, beyond 5,001.9 standard errors, adds less than 1e-20.
  EXPECT_NEAR(minimum_effect_p({2501.859548, 1, 8}, 2500), 0.05, 1e-6);
  EXPECT_NEAR(minimum_effect_p({2500, 1, 8}, 2500), 0.5, 1e-12);  // on the margin
  EXPECT_GT(minimum_effect_p({2499, 1, 8}, 2500), 0.5);
}

TEST(LogRatio, SaysHowManyProcessesAnIntervalTakes) {
  // Variance 1e-4 a side, n = 8: t(0.975; 14) = 2.144787, half-width 2.144787·√(2e-4/8) = 0.0107239;
  // n = 9: t(0.975; 16) = 2.119905, half-width 0.0099933.
  const LogTimes times{.processes = 5, .mean = 0, .variance = 1e-4};
  EXPECT_EQ(processes_for(times, times, 0.01072), 9);
  EXPECT_EQ(processes_for(times, times, 0.01073), 8);
  EXPECT_EQ(processes_for(times, times, 1e-4), std::nullopt);  // more than 1,000
  EXPECT_EQ(processes_for({5, 0, 0}, {5, 0, 0}, 0.01), std::nullopt);
}

TEST(LogRatio, BoundsComparisonsWithItselfByStudentsT) {
  // √((9 + 16)/2) = 3.535534, t(0.975; 2) = 4.302653.
  const auto bound = self_comparison_bound(std::vector<double>{-0.03, 0.04});
  ASSERT_TRUE(bound.has_value());
  EXPECT_NEAR(*bound, 0.03535534 * 4.302653, 1e-7);
  EXPECT_FALSE(self_comparison_bound({}).has_value());
  EXPECT_THROW(self_comparison_bound(std::vector<double>{std::numeric_limits<double>::infinity()}),
               std::invalid_argument);
}

}  // namespace
}  // namespace attn
