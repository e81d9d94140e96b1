#include "benchmarks/sampler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "tests/benchmarks/clock_in_hand.h"

namespace attn {
namespace {

const Forward kNothing = [] { return at::Tensor(); };

const SamplingRule kRule{
    .min_time_s = 0.3, .warmup_time_s = 0.05, .max_time_s = 2, .max_noise = 0.01, .min_samples = 10};

Sampling sample_to_the_end(ClockInHand& clock, const SamplingRule& rule) {
  Sampler sampler(clock, kNothing, rule, clock.surroundings());
  while (!sampler.done()) sampler.sample_slice(0.01);
  return sampler.sampling();
}

TEST(Sampler, StopsAtTheMinimumTimeWhenThereIsNoNoise) {
  ClockInHand clock({0.03125});  // exact in binary: 10 make 0.3125 s
  const Sampling sampling = sample_to_the_end(clock, kRule);
  EXPECT_TRUE(sampling.converged);
  EXPECT_EQ(sampling.samples.size(), 10u);
}

TEST(Sampler, TakesTheMinimumOfSamplesOfALongForward) {
  ClockInHand clock({0.15});
  const Sampling sampling = sample_to_the_end(clock, kRule);
  EXPECT_TRUE(sampling.converged);
  EXPECT_EQ(sampling.samples.size(), 10u);
}

TEST(Sampler, TheCapWinsOverBothMinimaButGivesThreeSamples) {
  ClockInHand clock({5.0});
  const Sampling sampling = sample_to_the_end(clock, kRule);
  EXPECT_FALSE(sampling.converged);
  EXPECT_EQ(sampling.samples.size(), kFewestSamples);
}

TEST(Sampler, ACaseThatNeverConvergesEndsAtTheCapAndSaysSo) {
  std::vector<double> times;
  for (int i = 0; i < 1000; ++i) times.push_back(i % 2 == 0 ? 0.01 : 0.02);  // the median jumps between two values
  ClockInHand clock(times);
  const Sampling sampling = sample_to_the_end(clock, kRule);
  EXPECT_FALSE(sampling.converged);
  EXPECT_NEAR(sampling.wall_s, 2, 0.021);
}

TEST(Sampler, ATimeNearZeroDoesNotRunForEver) {
  ClockInHand clock({0.0}, 0.001);  // the timer sees nothing, the wall clock a millisecond a call
  const Sampling sampling = sample_to_the_end(clock, kRule);
  EXPECT_FALSE(sampling.converged);
  EXPECT_NEAR(static_cast<double>(sampling.samples.size()), 2000, 2);
}

TEST(Sampler, KeepsEverySampleInOrderOutliersToo) {
  std::vector<double> times(10, 0.03125);
  times[4] = 1.0;
  ClockInHand clock(times);
  const Sampling sampling = sample_to_the_end(clock, kRule);
  ASSERT_EQ(sampling.samples.size(), 10u);
  EXPECT_EQ(sampling.samples[4].time_s, 1.0);
  EXPECT_EQ(sampling.samples[5].time_s, 0.03125);
}

TEST(Sampler, WarmsUpThroughTheTimerAtLeastThreeTimesAndForTheWarmUpTime) {
  ClockInHand slow({0.03});
  Sampler(slow, kNothing, kRule, slow.surroundings()).warm_up();
  EXPECT_EQ(slow.calls, 3u);
  ClockInHand quick({0.001});
  Sampler(quick, kNothing, kRule, quick.surroundings()).warm_up();
  EXPECT_EQ(quick.calls, 50u);
}

TEST(Sampler, WarmsUpOnceWhenAForwardIsLong) {
  ClockInHand clock({5.0});
  Sampler(clock, kNothing, kRule, clock.surroundings()).warm_up();
  EXPECT_EQ(clock.calls, 1u);
}

TEST(Sampler, WarmUpSamplesAreNotKept) {
  ClockInHand clock({0.03125});
  Sampler sampler(clock, kNothing, kRule, clock.surroundings());
  sampler.warm_up();
  EXPECT_TRUE(sampler.sampling().samples.empty());
}

TEST(Sampler, StopsWhenInterruptedWithWhatItHas) {
  ClockInHand clock({0.01});
  clock.interrupt_after = 5;
  const Sampling sampling = sample_to_the_end(clock, kRule);
  EXPECT_FALSE(sampling.converged);
  EXPECT_EQ(sampling.samples.size(), 5u);
}

TEST(Sampler, ASliceLastsItsTimeAndAtLeastOneSample) {
  ClockInHand clock({0.001});
  Sampler sampler(clock, kNothing, kRule, clock.surroundings());
  sampler.sample_slice(0.0105);
  EXPECT_EQ(sampler.sampling().samples.size(), 11u);
  ClockInHand slow({0.5});
  Sampler slow_sampler(slow, kNothing, kRule, slow.surroundings());
  slow_sampler.sample_slice(0.0105);
  EXPECT_EQ(slow_sampler.sampling().samples.size(), 1u);
}

TEST(Sampler, CountsTheUsageOfItsSlicesAlone) {
  ClockInHand clock({0.001});
  const Forward faulting = [&] { return clock.usage.page_faults += 2, at::Tensor(); };
  Sampler sampler(clock, faulting, kRule, clock.surroundings());
  sampler.sample_slice(0.0035);
  clock.usage.page_faults += 1000;  // another case's
  sampler.sample_slice(0.0035);
  EXPECT_EQ(sampler.sampling().usage.page_faults, 2 * 8);
}

TEST(MedianNoise, IsTheHalfWidthOfTheIntervalOverTheMedian) {
  std::vector<TimedSample> samples;
  for (int i = 1; i <= 10; ++i) samples.push_back({.time_s = double(i), .host_time_s = {}, .sm_clock_hz = {}});
  // n = 10: the 2nd to the 9th cover the median with 97.9 % (binomial), so (9 − 2) / 2 / 5.5.
  EXPECT_DOUBLE_EQ(median_noise(samples), 3.5 / 5.5);
  samples.resize(5);
  EXPECT_TRUE(std::isinf(median_noise(samples)));
}

TEST(Interleaving, GivesEachASliceInATurnInAnOrderOfTheSeed) {
  std::vector<int> order;
  ClockInHand clock({0.02});
  const Forward first = [&] { return order.push_back(1), at::Tensor(); };
  const Forward second = [&] { return order.push_back(2), at::Tensor(); };
  Sampler a(clock, first, kRule, clock.surroundings()), b(clock, second, kRule, clock.surroundings());
  std::mt19937_64 random(7);
  for (int turn = 0; turn < 12; ++turn)
    sample_in_turn(std::vector<SamplerSlice>{{&a, 0.01}, {&b, 0.01}}, random, [](size_t) { FAIL(); });
  for (size_t turn = 0; turn < 12; ++turn) EXPECT_EQ(order[2 * turn] + order[2 * turn + 1], 3) << "turn " << turn;
  EXPECT_THAT(std::vector<int>(order.begin(), order.end()),
              testing::Not(testing::ElementsAreArray(
                  std::vector<int>{1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2})));
}

TEST(Interleaving, AForwardThatThrowsDoesNotStopTheOthers) {
  ClockInHand clock({0.02});
  const Forward throwing = []() -> at::Tensor { throw std::runtime_error("broken"); };
  Sampler a(clock, throwing, kRule, clock.surroundings()), b(clock, kNothing, kRule, clock.surroundings());
  std::mt19937_64 random(0);
  std::vector<size_t> failed;
  sample_in_turn(std::vector<SamplerSlice>{{&a, 0.01}, {&b, 0.01}}, random,
                 [&](size_t index) { failed.push_back(index); });
  EXPECT_THAT(failed, testing::ElementsAre(0));
  EXPECT_EQ(b.sampling().samples.size(), 1u);
}

}  // namespace
}  // namespace attn
