// How often verdicts are wrong or missed, on processes whose truth is known.
#include <gtest/gtest.h>

#include <algorithm>

#include "results/verdict.h"
#include "tests/results/simulated_processes.h"

namespace attn {
namespace {

// As on a shared machine: 9 % between processes, heavy tails, much of it in all cases of a process, a drift of 10 %
// over the twenty.
constexpr SimulatedNoise kSharedMachine = {.process = 0.09, .shared = 0.5, .heavy_tails = true, .drift = 0.1};

bool is_change(const CaseVerdict& verdict) {
  return verdict.verdict == Verdict::kFaster || verdict.verdict == Verdict::kSlower;
}

/// Ten of the twenty processes, drawn.
std::vector<size_t> drawn(SimulatedProcesses& simulated) {
  std::vector<size_t> order = in_order(20);
  std::ranges::shuffle(order, simulated.random());
  order.resize(10);
  return order;
}

struct FalseAlarms {
  int at_zero = 0;  ///< with a threshold of 0
  int at_two = 0;   ///< of 2 %
};

/// Of 200 comparisons of 25 cases with themselves, five processes against five: those with any case called changed.
FalseAlarms false_alarms(bool same_twenty) {
  SimulatedProcesses simulated(kSharedMachine, 5);
  auto measured = simulated.measure(20, 25);
  FalseAlarms alarms;
  for (int comparison = 0; comparison < 200; ++comparison) {
    if (!same_twenty) measured = simulated.measure(20, 25);
    const std::vector<CasePair> pairs = split(measured, drawn(simulated));
    alarms.at_zero += std::ranges::any_of(judge(pairs, {.threshold = 0}), is_change) ? 1 : 0;
    alarms.at_two += std::ranges::any_of(judge(pairs), is_change) ? 1 : 0;
  }
  return alarms;
}

/// Share of 1,000 comparisons of one case, five processes a side, that are called slower after a change, or faster.
double called(Verdict verdict, double change, double noise) {
  SimulatedProcesses simulated({.process = noise}, 17);
  int found = 0;
  for (int trial = 0; trial < 1'000; ++trial) {
    std::vector<CasePair> pairs = split(simulated.measure(10, 1), in_order(10));
    for (ProcessTimes& process : pairs[0].now) {
      for (double& time_s : process.samples_s) time_s *= 1 + change;
    }
    found += judge(pairs)[0].verdict == verdict ? 1 : 0;
  }
  return found / 1'000.0;
}

TEST(VerdictRates, AComparisonWithItselfIsRarelyCalledChanged) {
  const FalseAlarms alarms = false_alarms(false);
  EXPECT_LE(alarms.at_zero, 17);
  EXPECT_LE(alarms.at_two, 4);
}

TEST(VerdictRates, SoAreComparisonsDrawnFromTheSameTwentyProcesses) {
  const FalseAlarms alarms = false_alarms(true);
  EXPECT_LE(alarms.at_zero, 17);
  EXPECT_LE(alarms.at_two, 4);
}

TEST(VerdictRates, FivePercentIsFoundWhereProcessesDifferByOne) {
  EXPECT_GE(called(Verdict::kSlower, 0.05, 0.01), 0.95);
  EXPECT_GE(called(Verdict::kFaster, 1 / 1.05 - 1, 0.01), 0.95);
}

TEST(VerdictRates, OnePercentIsNotCalledWhereProcessesDifferByFive) {
  EXPECT_LE(called(Verdict::kSlower, 0.01, 0.05) + called(Verdict::kFaster, 0.01, 0.05), 0.05);
}

TEST(VerdictRates, NoChangeIsCalledUnchangedWhereProcessesDifferLittle) {
  EXPECT_GE(called(Verdict::kUnchanged, 0, 0.004), 0.95);
}

TEST(VerdictRates, VerdictsDontDependOnAnyOrder) {
  SimulatedProcesses simulated(kSharedMachine, 23);
  std::vector<CasePair> pairs = split(simulated.measure(12, 25), in_order(12));
  for (CasePair& pair : pairs) {
    for (ProcessTimes& process : pair.now) {
      for (double& time_s : process.samples_s) time_s *= 1.3;
    }
  }
  const std::vector<CaseVerdict> first = judge(pairs);
  EXPECT_TRUE(std::ranges::any_of(first, is_change));
  for (CasePair& pair : pairs) {
    std::ranges::shuffle(pair.base, simulated.random());
    std::ranges::shuffle(pair.now, simulated.random());
    for (ProcessTimes& process : pair.now) std::ranges::shuffle(process.samples_s, simulated.random());
  }
  const std::vector<CaseVerdict> again = judge(pairs);
  for (size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(again[i].verdict, first[i].verdict);
    EXPECT_EQ(again[i].reason, first[i].reason);
    EXPECT_EQ(again[i].ratio, first[i].ratio);
    EXPECT_EQ(again[i].q, first[i].q);
  }
}

}  // namespace
}  // namespace attn
