#include "results/scaling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <stdexcept>

namespace attn {
namespace {

using testing::HasSubstr;

const std::vector<double> kSix = {256, 512, 1'024, 2'048, 4'096, 8'192};

std::vector<double> times_of(std::span<const double> lengths, const std::function<double(double)>& time_s) {
  std::vector<double> times;
  for (const double length : lengths) times.push_back(time_s(length));
  return times;
}

/// 5 µs + 2 ns · S².
double quadratic_s(double length) {
  return 5e-6 + 2e-9 * length * length;
}

ScalingFit fit_of(std::span<const double> lengths, std::span<const double> times_s) {
  const Scaling scaling = fit_scaling(lengths, times_s);
  EXPECT_EQ(scaling.reason, "");
  return scaling.fit.value();
}

bool holds(const Interval& interval, double value) {
  return interval.low <= value && value <= interval.high;
}

struct Coverage {
  double exponent = 0;
  double constant = 0;
  double factor = 0;
};

/// How often the 95 % intervals hold the truth, a + b·S^p, in seeded trials with errors in proportion to the time.
Coverage coverage(std::span<const double> lengths, double a, double b, double p, double noise, int trials = 1'000) {
  std::mt19937_64 random(11);
  std::normal_distribution<double> error(0, noise);
  Coverage held;
  for (int trial = 0; trial < trials; ++trial) {
    const auto times =
        times_of(lengths, [&](double length) { return (a + b * std::pow(length, p)) * std::exp(error(random)); });
    const ScalingFit fit = fit_of(lengths, times);
    held.exponent += holds(fit.exponent.interval, p) ? 1.0 / trials : 0;
    held.constant += holds(fit.constant_s.interval, a) ? 1.0 / trials : 0;
    held.factor += holds(fit.factor.interval, b) ? 1.0 / trials : 0;
  }
  return held;
}

TEST(Scaling, GivesTheExactConstantsOfExactTimes) {
  const ScalingFit fit = fit_of(kSix, times_of(kSix, quadratic_s));
  EXPECT_NEAR(fit.exponent.value, 2, 0.0001);
  EXPECT_NEAR(fit.constant_s.value, 5e-6, 5e-9);
  EXPECT_NEAR(fit.factor.value, 2e-9, 2e-12);
  EXPECT_NEAR(fit.exponent.interval.low, 2, 0.005);
  EXPECT_NEAR(fit.exponent.interval.high, 2, 0.005);
  EXPECT_NEAR(fit.noise, 0, 1e-6);
  EXPECT_NEAR(fitted_time_s(fit, 3'000), quadratic_s(3'000), 1e-6);
}

TEST(Scaling, IntervalsHoldTheTruthAsOftenAsTheySay) {
  const Coverage held = coverage(kSix, 5e-6, 2e-9, 2, 0.02);
  EXPECT_GE(held.exponent, 0.90);
  EXPECT_LE(held.exponent, 0.99);
  EXPECT_GE(held.constant, 0.90);
  EXPECT_GE(held.factor, 0.90);
  RecordProperty("exponent", std::to_string(held.exponent));
  RecordProperty("constant", std::to_string(held.constant));
  RecordProperty("factor", std::to_string(held.factor));
}

TEST(Scaling, ALinearVariantHasExponentOne) {
  const ScalingFit fit = fit_of(kSix, times_of(kSix, [](double length) { return 3e-6 + 4e-8 * length; }));
  EXPECT_NEAR(fit.exponent.value, 1, 0.001);
  EXPECT_NEAR(fit.factor.value, 4e-8, 4e-10);
}

TEST(Scaling, IntervalsHoldTheTruthForOtherCurvesLengthsAndNoise) {
  const std::vector<double> five = {128, 256, 512, 1'024, 2'048};
  const std::vector<double> eight = {128, 256, 384, 512, 1'024, 2'048, 3'072, 4'096};
  const std::vector<double> twelve = {128, 192, 256, 384, 512, 768, 1'024, 1'536, 2'048, 3'072, 4'096, 6'144};
  // Four standard errors of 200 trials are 0.06.
  for (const double held :
       {coverage(five, 50e-6, 2e-9, 2, 0.02, 200).exponent, coverage(eight, 20e-6, 5e-8, 1, 0.05, 200).exponent,
        coverage(twelve, 0, 1e-12, 3, 0.01, 200).exponent}) {
    EXPECT_GE(held, 0.89);
  }
}

TEST(Scaling, NoiseIsThatOfOneTime) {
  std::mt19937_64 random(2);
  std::normal_distribution<double> error(0, 0.03);
  std::vector<double> lengths;
  for (int i = 0; i < 400; ++i) lengths.push_back(100 + 20 * i);
  const auto times = times_of(lengths, [&](double length) { return quadratic_s(length) * std::exp(error(random)); });
  EXPECT_NEAR(fit_of(lengths, times).noise, 0.03, 0.005);  // ± 4.7 standard errors of 0.03/√800
}

TEST(Scaling, TakesTheMedianOfALengthsTimesInAnyOrder) {
  std::vector<double> lengths = {8'192, 256, 512, 512, 1'024, 512, 2'048, 4'096};
  std::vector<double> times = times_of(lengths, quadratic_s);
  times[3] *= 10;
  const ScalingFit fit = fit_of(lengths, times);
  EXPECT_EQ(fit.lengths, kSix);
  EXPECT_EQ(fit.times_s, times_of(kSix, quadratic_s));
  EXPECT_NEAR(fit.exponent.value, 2, 0.0001);
}

TEST(Scaling, NeedsFiveDifferentLengths) {
  const std::vector<double> lengths = {256, 512, 1'024, 2'048, 256, 512};
  const Scaling scaling = fit_scaling(lengths, times_of(lengths, quadratic_s));
  EXPECT_FALSE(scaling.fit.has_value());
  EXPECT_EQ(scaling.reason, "not enough lengths: 4 of 5");
}

TEST(Scaling, AFlatStartIsNotPulledToOne) {
  const std::vector<double> lengths = {64, 128, 256, 512, 1'024, 2'048, 4'096};
  const ScalingFit fit =
      fit_of(lengths,
             times_of(lengths, [](double length) { return std::max(40e-6, 40e-6 * (length / 512) * (length / 512)); }));
  EXPECT_GT(fit.exponent.value, 1.8);
  EXPECT_LT(fit.exponent.value, 2.5);
  EXPECT_TRUE(holds(fit.exponent.interval, 2));
}

TEST(Scaling, TimesThatDoNotRiseHaveNoExponent) {
  const std::vector<double> flat = {20e-6, 20.1e-6, 19.9e-6, 20e-6, 20.2e-6, 19.9e-6};
  EXPECT_EQ(fit_scaling(kSix, flat).reason, "the times don't rise enough to tell an exponent");
  EXPECT_EQ(fit_scaling(kSix, std::vector<double>(6, 1e-5)).reason, "the times don't rise enough to tell an exponent");
  const std::vector<double> falling = {32, 16, 8, 4, 2, 1};
  EXPECT_EQ(fit_scaling(kSix, falling).reason, "the times don't rise enough to tell an exponent");
}

TEST(Scaling, NamesTheValueThatIsNoTimeOrLength) {
  std::vector<double> times = times_of(kSix, quadratic_s);
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
    times[1] = bad;
    EXPECT_THAT(fit_scaling(kSix, times).reason, HasSubstr(" s at length 512 is not a time")) << bad;
    std::vector<double> lengths = kSix;
    lengths[2] = bad;
    EXPECT_THAT(fit_scaling(lengths, times_of(kSix, quadratic_s)).reason, HasSubstr(" is not a length")) << bad;
  }
  EXPECT_EQ(fit_scaling(std::vector<double>{0}, std::vector<double>{1}).reason, "0 is not a length");
}

TEST(Scaling, OneLengthManyTimesIsNotEnough) {
  EXPECT_EQ(fit_scaling(std::vector<double>(9, 512), std::vector<double>(9, 1e-3)).reason,
            "not enough lengths: 1 of 5");
  EXPECT_EQ(fit_scaling({}, {}).reason, "not enough lengths: 0 of 5");
}

TEST(Scaling, RefusesListsOfDifferentSizes) {
  EXPECT_THROW(fit_scaling(kSix, std::vector<double>(5, 1e-3)), std::invalid_argument);
  EXPECT_THROW(fit_scaling(kSix, times_of(kSix, quadratic_s), 95), std::invalid_argument);
}

TEST(Scaling, UnitsOfTimeDoNotMatter) {
  std::vector<double> times = {0.31e-3, 1.2e-3, 5.5e-3, 24e-3, 99e-3, 401e-3};
  const ScalingFit seconds = fit_of(kSix, times);
  for (double& time : times) time *= 1e6;
  const ScalingFit larger = fit_of(kSix, times);
  EXPECT_NEAR(larger.exponent.value, seconds.exponent.value, 1e-6);
  EXPECT_NEAR(larger.exponent.interval.low, seconds.exponent.interval.low, 1e-6);
  EXPECT_NEAR(larger.factor.interval.high / seconds.factor.interval.high, 1e6, 100);
}

}  // namespace
}  // namespace attn
