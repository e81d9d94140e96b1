#include "results/crossover.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <stdexcept>

namespace attn {
namespace {

const std::vector<double> kLengths = {128, 256, 512, 1'024, 2'048, 4'096};

/// a + b·S^p at the lengths, each with an error in proportion to it.
ScalingFit fit_of(double a, double b, double p, double noise = 0, uint64_t seed = 1,
                  std::span<const double> lengths = kLengths) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> error;
  std::vector<double> times;
  for (const double length : lengths) times.push_back((a + b * std::pow(length, p)) * std::exp(noise * error(random)));
  return fit_scaling(lengths, times).fit.value();
}

TEST(Crossover, LiesWhereTheCurvesMeet) {
  // 10 + 0.001 · 640² = 163.6 + 0.4 · 640 = 419.6 µs.
  const ScalingFit first = fit_of(10e-6, 1e-9, 2);
  const ScalingFit second = fit_of(163.6e-6, 0.4e-6, 1);
  const Crossover found = crossover(first, second);
  ASSERT_TRUE(found.crossing.has_value()) << found.reason;
  EXPECT_NEAR(found.crossing->length, 640, 0.1);
  EXPECT_NEAR(found.crossing->low.value(), 640, 1);
  EXPECT_NEAR(found.crossing->high.value(), 640, 1);
  EXPECT_EQ(found.reason, "");
}

TEST(Crossover, OutsideTheLengthsIsSaidNotExtrapolated) {
  const ScalingFit slow = fit_of(10e-6, 2e-9, 2);
  const ScalingFit fast = fit_of(10e-6, 1e-9, 2);
  EXPECT_EQ(crossover(slow, fast).reason, "not within 128 … 4,096: the second is faster there");
  EXPECT_EQ(crossover(fast, slow).reason, "not within 128 … 4,096: the first is faster there");
  EXPECT_FALSE(crossover(slow, fast).crossing.has_value());
}

TEST(Crossover, InTheOtherDirectionIsNotTakenForOne) {
  const Crossover found = crossover(fit_of(163.6e-6, 0.4e-6, 1), fit_of(10e-6, 1e-9, 2));
  EXPECT_FALSE(found.crossing.has_value());
  EXPECT_EQ(found.reason, "not within 128 … 4,096: the second is faster only at short lengths");
}

TEST(Crossover, NeedsLengthsInCommon) {
  const std::vector<double> longer = {5'000, 10'000, 20'000, 40'000, 80'000};
  EXPECT_EQ(crossover(fit_of(1e-6, 1e-9, 2), fit_of(1e-6, 1e-9, 2, 0, 1, longer)).reason,
            "no lengths in common: 128 … 4,096 and 5,000 … 80,000");
}

TEST(Crossover, OfTwoThatDifferLessThanTheirErrorsIsNotTold) {
  int crossings = 0;
  int untold = 0;
  for (uint64_t trial = 0; trial < 50; ++trial) {
    const Crossover found =
        crossover(fit_of(10e-6, 1e-9, 2, 0.02, 2 * trial), fit_of(10e-6, 1e-9, 2, 0.02, 2 * trial + 1));
    crossings += found.crossing ? 1 : 0;
    untold += found.reason == "not told within 128 … 4,096: the two differ less than their errors" ? 1 : 0;
  }
  EXPECT_LE(crossings, 10);
  EXPECT_GE(untold, 35);
  RecordProperty("untold", std::to_string(untold));
}

TEST(Crossover, OfAVariantWithItselfIsNotTold) {
  const ScalingFit exact = fit_of(10e-6, 1e-9, 2);
  EXPECT_EQ(crossover(exact, exact).reason, "not told within 128 … 4,096: the two differ less than their errors");
}

TEST(Crossover, NearAnEndOfTheLengthsTheIntervalIsOpenThere) {
  // Both 26.4 µs at 128, where 5 % of noise hides which is faster.
  const Crossover found = crossover(fit_of(10e-6, 1e-9, 2, 0.05, 5), fit_of(13.6e-6, 0.1e-6, 1, 0.05, 6));
  ASSERT_TRUE(found.crossing.has_value()) << found.reason;
  EXPECT_FALSE(found.crossing->low.has_value());
  EXPECT_GT(found.crossing->high.value(), found.crossing->length);
}

TEST(Crossover, IntervalHoldsTheTruthAsOftenAsItSays) {
  constexpr int kTrials = 300;
  int held = 0;
  for (uint64_t trial = 0; trial < kTrials; ++trial) {
    const Crossover found =
        crossover(fit_of(10e-6, 1e-9, 2, 0.02, 2 * trial), fit_of(163.6e-6, 0.4e-6, 1, 0.02, 2 * trial + 1));
    ASSERT_TRUE(found.crossing.has_value()) << found.reason;
    held += found.crossing->low.value_or(0) <= 640 && 640 <= found.crossing->high.value_or(1e9) ? 1 : 0;
  }
  EXPECT_GE(held, 0.90 * kTrials);
  EXPECT_LE(held, 0.99 * kTrials);
  RecordProperty("held", std::to_string(held));
}

TEST(Crossover, RefusesAConfidenceThatIsNone) {
  const ScalingFit fit = fit_of(1e-6, 1e-9, 2);
  EXPECT_THROW(crossover(fit, fit, 1), std::invalid_argument);
}

}  // namespace
}  // namespace attn
