#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "results/scaling.h"

namespace attn {
namespace {

const std::vector<double> kSix = {256, 512, 1'024, 2'048, 4'096, 8'192};

/// Processes that measure 2 ns · S² with 2 % of noise, each with its time tilted by a factor (S/1024)^tilt.
class TiltedProcesses {
 public:
  TiltedProcesses(double tilt, unsigned seed) : tilt_(0, tilt), random_(seed) {}

  std::vector<SweepTimes> measure(int processes) {
    std::vector<SweepTimes> sweeps;
    for (int process = 0; process < processes; ++process) {
      SweepTimes& sweep = sweeps.emplace_back();
      const double exponent = 2 + tilt_(random_);
      for (const double length : kSix) {
        sweep.lengths.push_back(length);
        sweep.times_s.push_back(2e-3 * std::pow(length / 1'024, exponent) * std::exp(noise_(random_)));
      }
    }
    return sweeps;
  }

 private:
  std::normal_distribution<double> tilt_;
  std::normal_distribution<double> noise_{0, 0.02};
  std::mt19937_64 random_;
};

struct Held {
  double with_tilt = 0;
  double without = 0;
};

Held held_of(double tilt, int trials = 1'000) {
  TiltedProcesses processes(tilt, 5);
  Held held;
  const auto holds = [](const Scaling& scaling) {
    const Interval& interval = scaling.fit.value().exponent.interval;
    return interval.low <= 2 && 2 <= interval.high;
  };
  for (int trial = 0; trial < trials; ++trial) {
    const std::vector<SweepTimes> sweeps = processes.measure(5);
    std::vector<double> lengths, times_s;
    for (const SweepTimes& sweep : sweeps) {
      lengths.insert(lengths.end(), sweep.lengths.begin(), sweep.lengths.end());
      times_s.insert(times_s.end(), sweep.times_s.begin(), sweep.times_s.end());
    }
    held.with_tilt += holds(fit_sweeps(sweeps)) ? 1.0 / trials : 0;
    held.without += holds(fit_scaling(lengths, times_s)) ? 1.0 / trials : 0;
  }
  return held;
}

TEST(SweepScaling, IntervalsHoldTheTruthThoughProcessesTilt) {
  const Held held = held_of(0.04);
  EXPECT_GE(held.with_tilt, 0.90);
  EXPECT_LE(held.with_tilt, 0.99);
  EXPECT_LT(held.without, 0.80);
  RecordProperty("with", std::to_string(held.with_tilt));
  RecordProperty("without", std::to_string(held.without));
}

TEST(SweepScaling, IntervalsAreRarelyWrongWhereNothingTilts) {
  const Held held = held_of(0);
  EXPECT_GE(held.with_tilt, 0.95);
  RecordProperty("with", std::to_string(held.with_tilt));
}

TEST(SweepScaling, IsThatOfTheOneProcessThatHasAllLengths) {
  std::vector<SweepTimes> sweeps = TiltedProcesses(0.04, 1).measure(2);
  sweeps[1].lengths.resize(3);
  sweeps[1].times_s.resize(3);
  const Estimate together = fit_sweeps(sweeps).fit.value().exponent;
  const Estimate alone = fit_scaling(sweeps[0].lengths, sweeps[0].times_s).fit.value().exponent;
  EXPECT_DOUBLE_EQ(together.value, alone.value);
  EXPECT_DOUBLE_EQ(together.interval.low, alone.interval.low);
  EXPECT_DOUBLE_EQ(together.interval.high, alone.interval.high);
}

TEST(SweepScaling, ASlowProcessMovesNoLengthAgainstAnother) {
  std::vector<SweepTimes> sweeps = TiltedProcesses(0, 1).measure(3);
  const double before = fit_sweeps(sweeps).fit.value().exponent.value;
  for (double& time_s : sweeps[1].times_s) time_s *= 1.5;
  EXPECT_NEAR(fit_sweeps(sweeps).fit.value().exponent.value, before, 1e-6);
}

TEST(SweepScaling, TakesAllTimesWhereNoProcessHasAllLengths) {
  std::vector<SweepTimes> sweeps;
  for (const double length : kSix) sweeps.push_back({.lengths = {length}, .times_s = {2e-9 * length * length}});
  EXPECT_NEAR(fit_sweeps(sweeps).fit.value().exponent.value, 2, 1e-4);
}

TEST(SweepScaling, WidensByStudentsTOfTheTilts) {
  // The mean of each length is exact, so that all of the width is the tilts.
  std::vector<SweepTimes> sweeps;
  for (const double tilt : {-0.1, 0.1, 0.0, 0.0, 0.0}) {
    SweepTimes& sweep = sweeps.emplace_back();
    for (const double length : kSix) {
      sweep.lengths.push_back(length);
      sweep.times_s.push_back(2e-3 * std::pow(length / 1'024, 2 + tilt));
    }
  }
  // Of five: s = √(0.02/4), t(0.975; 4) = 2.776445.
  const Interval interval = fit_sweeps(sweeps).fit.value().exponent.interval;
  EXPECT_NEAR(interval.high - 2, 2.776445 * std::sqrt(0.02 / 4 / 5), 0.001);
  EXPECT_NEAR(2 - interval.low, 2.776445 * std::sqrt(0.02 / 4 / 5), 0.001);
}

TEST(SweepScaling, SaysWhyThereIsNoFit) {
  EXPECT_EQ(fit_sweeps({}).reason, "not enough lengths: 0 of 5");
}

}  // namespace
}  // namespace attn
