#include "results/verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace attn {
namespace {

using ::testing::HasSubstr;

/// One process a time, each known by its median alone; run_ids "a0", "a1", … for the prefix "a".
std::vector<ProcessTimes> side(const std::string& prefix, const std::vector<double>& medians_s) {
  std::vector<ProcessTimes> processes;
  for (const double median_s : medians_s) {
    processes.push_back({.run_id = prefix + std::to_string(processes.size()), .samples_s = {}, .median_s = median_s});
  }
  return processes;
}

/// Logarithms −2, −1, 0, 1, 2 times `spread` around `log_time`: their standard deviation is √2.5·spread.
std::vector<double> five(double log_time, double spread) {
  std::vector<double> medians_s;
  for (const int step : {1, -2, 0, 2, -1}) medians_s.push_back(std::exp(log_time + step * spread));
  return medians_s;
}

CasePair pair_of(const std::vector<double>& base, const std::vector<double>& now) {
  return {.name = "case", .variant = "Naive", .base = side("b", base), .now = side("n", now)};
}

CaseVerdict judge_one(const CasePair& pair, double threshold = 0.02) {
  return judge(std::vector<CasePair>{pair}, {.threshold = threshold}).at(0);
}

void expect_not_tested(const CaseVerdict& verdict, Verdict expected, const std::string& reason) {
  EXPECT_EQ(verdict.verdict, expected) << verdict.reason;
  EXPECT_THAT(verdict.reason, HasSubstr(reason));
  EXPECT_FALSE(verdict.p.has_value());
  EXPECT_FALSE(verdict.q.has_value());
}

TEST(Verdict, GivesTheNumbersOfAHandWorkedCase) {
  // Standard deviation √2.5·0.01 a side: standard error √(2·2.5e-4/5) = 0.01, 8 degrees of freedom. ln ratio 0.06,
  // margin ln 1.02 = 0.0198026 (the floor 0.01 is under it): t = 4.01974 and 7.98; p = 0.0019.
  const CaseVerdict verdict = judge_one(pair_of(five(-7, 0.01), five(-6.93, 0.01)));
  EXPECT_EQ(verdict.verdict, Verdict::kSlower);
  EXPECT_TRUE(verdict.reason.empty());
  EXPECT_EQ(verdict.base_processes, 5);
  EXPECT_EQ(verdict.new_processes, 5);
  EXPECT_NEAR(*verdict.base_time_s, std::exp(-7), 1e-12);
  EXPECT_NEAR(*verdict.new_time_s, std::exp(-6.93), 1e-12);
  EXPECT_NEAR(*verdict.ratio, std::exp(0.07), 1e-9);
  EXPECT_NEAR(std::log(verdict.interval->low), 0.07 - 2.306004 * 0.01, 1e-8);
  EXPECT_NEAR(std::log(verdict.interval->high), 0.07 + 2.306004 * 0.01, 1e-8);
  EXPECT_NEAR(*verdict.noise_floor, std::expm1(0.02306004), 1e-8);
  EXPECT_GT(*verdict.p, 0.0005);  // t(0.9995; 8) = 5.0413
  EXPECT_LT(*verdict.p, 0.001);   // t(0.999; 8) = 4.5008
  EXPECT_EQ(*verdict.q, *verdict.p);
}

TEST(Verdict, FasterIsTheSameTheOtherWayRound) {
  const CaseVerdict slower = judge_one(pair_of(five(-7, 0.01), five(-6.93, 0.01)));
  const CaseVerdict faster = judge_one(pair_of(five(-6.93, 0.01), five(-7, 0.01)));
  EXPECT_EQ(faster.verdict, Verdict::kFaster);
  EXPECT_NEAR(*faster.ratio * *slower.ratio, 1, 1e-12);
  EXPECT_NEAR(*faster.p, *slower.p, 1e-9);
}

TEST(Verdict, UnchangedIsAnIntervalInsideTheThreshold) {
  // Standard error 0.001: the interval is ln ratio ∓ 0.0023, the threshold ln 1.02 = 0.0198.
  EXPECT_EQ(judge_one(pair_of(five(-7, 0.001), five(-6.983, 0.001))).verdict, Verdict::kUnchanged);  // up to 0.0193
  EXPECT_EQ(judge_one(pair_of(five(-7, 0.001), five(-6.982, 0.001))).verdict, Verdict::kUnsure);     // up to 0.0203
  EXPECT_EQ(judge_one(pair_of(five(-7, 0.001), five(-7.017, 0.001))).verdict, Verdict::kUnchanged);
  EXPECT_EQ(judge_one(pair_of(five(-7, 0.001), five(-7, 0.001)), 0).verdict, Verdict::kUnsure);
}

TEST(Verdict, NearTheThresholdMoreProcessesAreNotPromisedToHelp) {
  const CaseVerdict verdict = judge_one(pair_of(five(-7, 0.001), five(-6.98, 0.001)));
  EXPECT_EQ(verdict.verdict, Verdict::kUnsure);
  EXPECT_THAT(verdict.reason, HasSubstr("too near the threshold"));
  EXPECT_FALSE(verdict.processes_needed.has_value());
}

TEST(Verdict, TooMuchNoiseIsUnsureWithTheProcessesThatWouldDo) {
  // Variance 0.025 a side; half-width ln(1.02)/2 = 0.0099: n ≈ 1.96²·0.05/0.0099² = 1,959, more than is said.
  EXPECT_THAT(judge_one(pair_of(five(-7, 0.1), five(-7, 0.1))).reason, HasSubstr("no 1,000 a side"));
  // Variance 2.5e-4: n ≈ 19.6 by the normal distribution, t(0.975; 40) = 2.0211: 20.8 ≤ 21 = n.
  const CaseVerdict verdict = judge_one(pair_of(five(-7, 0.01), five(-7, 0.01)));
  EXPECT_EQ(verdict.verdict, Verdict::kUnsure);
  EXPECT_EQ(verdict.processes_needed, 21);
  EXPECT_THAT(verdict.reason, HasSubstr("about 21 a side would tell 2 % here"));
}

TEST(Verdict, UnderFiveProcessesNothingIsTested) {
  std::vector<double> four = five(-6, 0.01);
  four.pop_back();
  const CaseVerdict verdict = judge_one(pair_of(five(-7, 0.01), four));
  expect_not_tested(verdict, Verdict::kUnsure, "4 processes a side, at least 5 are needed (1 more)");
  EXPECT_GE(verdict.processes_needed, 5);
  EXPECT_TRUE(verdict.ratio.has_value());
  EXPECT_TRUE(verdict.interval.has_value());
}

TEST(Verdict, OneProcessHasARatioAndNoInterval) {
  const CaseVerdict verdict = judge_one(pair_of({1e-3}, {2e-3}));
  expect_not_tested(verdict, Verdict::kUnsure, "1 process a side, at least 5 are needed (4 more)");
  EXPECT_NEAR(*verdict.ratio, 2, 1e-12);
  EXPECT_FALSE(verdict.interval.has_value());
  EXPECT_EQ(verdict.processes_needed, 5);
  // The spread of the other side stands for it: 0.00025 a side as above.
  EXPECT_EQ(judge_one(pair_of({1e-3}, five(-7, 0.01))).processes_needed, 21);
}

TEST(Verdict, TheSameProcessesAreUnchangedWithoutATest) {
  CasePair pair = pair_of({1e-3, 2e-3}, {});
  pair.now = {pair.base[1], pair.base[0]};
  const CaseVerdict verdict = judge_one(pair);
  expect_not_tested(verdict, Verdict::kUnchanged, "the same processes on both sides");
  EXPECT_EQ(verdict.ratio, 1);
}

TEST(Verdict, AProcessOnBothSidesIsNotTested) {
  CasePair pair = pair_of(five(-7, 0.01), five(-6, 0.01));
  pair.now[0].run_id = pair.base[0].run_id;
  expect_not_tested(judge_one(pair), Verdict::kUnsure, "a process is on both sides");
}

TEST(Verdict, EqualTimesOfAllProcessesAreNoTest) {
  const std::vector<double> equal(5, 0.1);
  expect_not_tested(judge_one(pair_of(equal, equal)), Verdict::kUnsure, "no spread to judge by");
  expect_not_tested(judge_one(pair_of(equal, std::vector<double>(5, 0.3))), Verdict::kUnsure, "no spread");
  EXPECT_EQ(judge_one(pair_of(equal, five(std::log(0.3), 0.01))).verdict, Verdict::kSlower);  // one side is enough
}

TEST(Verdict, WhatIsNoTimeHasItsProcessNamed) {
  for (const double bad : {0.0, -1e-3, std::nan(""), std::numeric_limits<double>::infinity()}) {
    CasePair pair = pair_of(five(-7, 0.01), five(-6, 0.01));
    pair.now[2] = {.run_id = "n2", .samples_s = {1e-3, bad, 1e-3}};
    expect_not_tested(judge_one(pair), Verdict::kUnsure, "new: process 'n2' has a time of");
    EXPECT_FALSE(judge_one(pair).ratio.has_value());
    pair.now[2] = {.run_id = "n2", .samples_s = {}, .median_s = bad};
    expect_not_tested(judge_one(pair), Verdict::kUnsure, "new: process 'n2' has a median of");
  }
}

TEST(Verdict, MissingSamplesAndProcessesAreSaid) {
  CasePair pair = pair_of(five(-7, 0.01), five(-6, 0.01));
  pair.base[1].median_s.reset();
  expect_not_tested(judge_one(pair), Verdict::kUnsure, "base: process 'b1' has no samples");
  expect_not_tested(judge_one(pair_of({}, {1e-3})), Verdict::kUnsure, "base: no process measured this case");
  pair = pair_of(five(-7, 0.01), five(-6, 0.01));
  pair.base[1].run_id = "b0";
  expect_not_tested(judge_one(pair), Verdict::kUnsure, "base: process 'b0' is there twice");
  pair.base[1].run_id = "";
  expect_not_tested(judge_one(pair), Verdict::kUnsure, "base: a process has no run_id");
}

TEST(Verdict, TimesWhoseRatioIsNoNumberAreRefused) {
  const CaseVerdict verdict = judge_one(pair_of(std::vector<double>(5, 1e-300), std::vector<double>(5, 1e300)));
  expect_not_tested(verdict, Verdict::kUnsure, "too far apart");
  EXPECT_FALSE(verdict.ratio.has_value());
}

TEST(Verdict, AProcessIsTheMedianOfItsSamples) {
  CasePair pair = pair_of({}, five(-7, 0.01));
  for (const double time_s : five(-7, 0.01)) {
    // Two outliers among five samples don't move it.
    pair.base.push_back({.run_id = std::to_string(time_s), .samples_s = {9, time_s * 0.99, 9, time_s, time_s * 0.98}});
  }
  EXPECT_NEAR(*judge_one(pair).ratio, 1, 1e-12);
}

TEST(Verdict, AmongManyCasesOneNeedsMoreThanAlone) {
  // p of the hand-worked case is about 0.0008: enough alone and among 25 (0.0008·25 = 0.02), not among 100.
  std::vector<CasePair> cases(25, pair_of(five(-7, 0.01), five(-7, 0.01)));
  cases[0] = pair_of(five(-7, 0.01), five(-6.93, 0.01));
  EXPECT_EQ(judge(cases)[0].verdict, Verdict::kSlower);
  cases.resize(100, cases[1]);
  const CaseVerdict verdict = judge(cases)[0];
  EXPECT_EQ(verdict.verdict, Verdict::kUnsure);
  EXPECT_NEAR(*verdict.q, 100 * *verdict.p, 1e-12);
  EXPECT_EQ(verdict.reason, "alone it would be called changed, but among 100 cases it may be chance");
}

TEST(Verdict, CasesWithoutATestDontCountAsTests) {
  std::vector<CasePair> cases(100, pair_of({1e-3}, {1e-3}));
  cases[0] = pair_of(five(-7, 0.01), five(-6.93, 0.01));
  EXPECT_EQ(judge(cases)[0].verdict, Verdict::kSlower);
}

TEST(Verdict, ComparisonsWithItselfRaiseTheFloor) {
  CasePair pair = pair_of(five(-7, 0.01), five(-6.93, 0.01));
  pair.aa_log_ratios = {0.03, -0.03, 0.03, -0.03, 0.03};  // t(0.975; 5) = 2.570582
  const CaseVerdict verdict = judge_one(pair);
  EXPECT_NEAR(std::log1p(*verdict.noise_floor), 0.03 * 2.570582, 1e-7);
  EXPECT_EQ(verdict.verdict, Verdict::kUnsure);
}

TEST(Verdict, WithFewComparisonsWithItselfTheFloorIsThatOfAllCases) {
  std::vector<CasePair> cases(5, pair_of(five(-7, 0.01), five(-6.93, 0.01)));
  for (CasePair& pair : cases) pair.aa_log_ratios = {0.03};
  EXPECT_NEAR(std::log1p(*judge(cases)[3].noise_floor), 0.03 * 2.570582, 1e-7);
}

TEST(Verdict, RefusesARuleOutOfRange) {
  for (const double bad : {-0.01, std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_THROW(judge({}, {.threshold = bad}), std::invalid_argument) << bad;
    EXPECT_THROW(judge({}, {.false_discovery_rate = bad}), std::invalid_argument) << bad;
  }
  EXPECT_TRUE(judge({}).empty());
}

TEST(Verdict, HasTheNamesThatUsersRead) {
  EXPECT_EQ(verdict_name(Verdict::kFaster), "faster");
  EXPECT_EQ(verdict_name(Verdict::kSlower), "slower");
  EXPECT_EQ(verdict_name(Verdict::kUnchanged), "unchanged");
  EXPECT_EQ(verdict_name(Verdict::kUnsure), "unsure");
}

}  // namespace
}  // namespace attn
