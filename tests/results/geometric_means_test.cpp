#include "results/geometric_means.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "results/log_ratio.h"
#include "tests/results/simulated_processes.h"

namespace attn {
namespace {

std::vector<ProcessTimes> side(const std::string& prefix, const std::vector<double>& log_times) {
  std::vector<ProcessTimes> processes;
  for (const double log_time : log_times) {
    processes.push_back(
        {.run_id = prefix + std::to_string(processes.size()), .samples_s = {}, .median_s = std::exp(log_time)});
  }
  return processes;
}

CasePair pair_of(const std::string& variant, const std::vector<double>& base, const std::vector<double>& now) {
  return {.name = "case", .variant = variant, .base = side("b", base), .now = side("n", now)};
}

TEST(GeometricMeans, AreOfEachVariantAndOfAll) {
  const std::vector<CasePair> cases = {pair_of("Naive", {0, 0}, {0.1, 0.1}), pair_of("Sdpa", {0}, {0.2}),
                                       pair_of("Naive", {0, 0}, {0.3, 0.3}), pair_of("Sdpa", {}, {0.2})};
  const std::vector<MeanRatio> means = geometric_means(cases);
  ASSERT_EQ(means.size(), 3);
  EXPECT_EQ(means[0].variant, "Naive");
  EXPECT_NEAR(*means[0].ratio, std::exp(0.2), 1e-12);
  EXPECT_EQ(means[0].cases, 2);
  EXPECT_EQ(means[1].variant, "Sdpa");
  EXPECT_EQ(means[1].cases, 1);
  EXPECT_EQ(means[1].left_out, 1);
  EXPECT_EQ(means[2].variant, "");
  EXPECT_NEAR(*means[2].ratio, std::exp(0.2), 1e-12);
  EXPECT_EQ(means[2].reason, "a case has a single process on a side");
}

TEST(GeometricMeans, IntervalIsWelchsOverTheProcessesMeans) {
  // Base: residuals (−1, 0, 1) and (−3, 0, 3), the processes' means (−2, 0, 2). New: means 0 and 1, residuals (−1, 0,
  // 1) and (1, 1, −2), the processes' means (0, 0.5, −0.5) around 0.5. So variances 4 and 0.25 of three: standard error
  // √(4.25/3) = 1.190238, degrees of freedom 4.25²/(16/2 + 0.0625/2) = 2.249027.
  const std::vector<CasePair> cases = {pair_of("A", {-1, 0, 1}, {-1, 0, 1}), pair_of("A", {-3, 0, 3}, {2, 2, -1})};
  const MeanRatio mean = geometric_means(cases)[0];
  EXPECT_NEAR(*mean.ratio, std::exp(0.5), 1e-12);
  ASSERT_TRUE(mean.interval.has_value()) << mean.reason;
  const auto expected = ratio_interval({0.5, 1.190238, 2.249027});
  EXPECT_NEAR(std::log(mean.interval->low), std::log(expected->low), 1e-5);
  EXPECT_NEAR(std::log(mean.interval->high), std::log(expected->high), 1e-5);
}

TEST(GeometricMeans, MoreCasesOfTheSameProcessesMakeNoNarrowerInterval) {
  const CasePair one = pair_of("A", {-0.1, 0, 0.1}, {0.1, 0.2, 0.4});
  const MeanRatio of_one = geometric_means(std::vector<CasePair>{one})[0];
  const MeanRatio of_fifty = geometric_means(std::vector<CasePair>(50, one))[0];
  EXPECT_NEAR(of_fifty.interval->low, of_one.interval->low, 1e-9);
  EXPECT_NEAR(of_fifty.interval->high, of_one.interval->high, 1e-9);
}

TEST(GeometricMeans, SayWhyThereIsNoInterval) {
  CasePair pair = pair_of("A", {0, 0.1}, {0, 0.1});
  pair.now[0].run_id = "b0";
  EXPECT_EQ(geometric_means(std::vector<CasePair>{pair})[0].reason, "a process is on both sides");
  EXPECT_EQ(geometric_means(std::vector<CasePair>{pair_of("A", {0, 0}, {1, 1})})[0].reason,
            "the processes have all the same time: no spread to judge by");
  const MeanRatio none = geometric_means({}).back();
  EXPECT_EQ(none.reason, "no case has a ratio");
  EXPECT_FALSE(none.ratio.has_value());
}

TEST(GeometricMeans, IntervalHoldsTheTruthAsOftenAsItSaysThoughCasesDepend) {
  SimulatedProcesses simulated({.process = 0.09, .shared = 0.7}, 11);
  int covered = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const MeanRatio mean = geometric_means(split(simulated.measure(10, 6), in_order(10)))[0];
    covered += mean.interval->low <= 1 && 1 <= mean.interval->high ? 1 : 0;
  }
  EXPECT_NEAR(covered / 400.0, 0.95, 0.044);  // four standard errors
}

}  // namespace
}  // namespace attn
