// What users of other tools that compare benchmarks reported as wrong, and what becomes of it here.
#include <gmock/gmock.h>

#include <array>

#include "results/comparing/by_value.h"
#include "results/comparing/comparison.h"
#include "results/exit_code.h"
#include "tests/results/comparing/example_runs.h"
#include "tests/results/simulated_processes.h"

namespace attn {
namespace {

using Runs = std::vector<KeptRun>;

/// `processes` runs of cases of Naive at 1 … `cases`, their times drawn around 1 s with 3 % between processes.
Runs drawn_runs(const std::string& name, int processes, int cases, std::mt19937_64& random) {
  std::normal_distribution<double> noise(0, 0.03);
  Runs runs;
  for (int process = 0; process < processes; ++process) {
    std::vector<KeptCase> kept;
    for (int i = 1; i <= cases; ++i) kept.push_back(timed_case("Naive", i, std::exp(noise(random))));
    runs.push_back(run_of(name + std::to_string(process), std::move(kept)));
  }
  return runs;
}

size_t changed(const Comparison& comparison) {
  return count_of(comparison, Verdict::kFaster) + count_of(comparison, Verdict::kSlower);
}

TEST(FalseVerdicts, AThingComparedWithItselfIsNotReportedAsChanged) {
  std::mt19937_64 random(1);
  size_t wrong = 0;
  for (int i = 0; i < 100; ++i) {
    const Runs base = drawn_runs("b", 5, 12, random);
    const Runs now = drawn_runs("n", 5, 12, random);
    if (changed(compare(Side(base), Side(now), {}, {.threshold = 0})) > 0) ++wrong;
  }
  EXPECT_LE(wrong, 5u);
}

TEST(FalseVerdicts, HundredsOfCasesAreCorrectedFor) {
  std::mt19937_64 random(2);
  const Runs base = drawn_runs("b", 5, 400, random);
  const Runs now = drawn_runs("n", 5, 400, random);
  EXPECT_EQ(changed(compare(Side(base), Side(now), {}, {.threshold = 0})), 0u);
}

TEST(FalseVerdicts, MoreThanTheIntersectionIsCompared) {
  const Runs base = {run_of("b", {timed_case("Naive", 1, 1), timed_case("Naive", 2, 1)})};
  const Runs now = {run_of("n", {timed_case("Naive", 2, 1), timed_case("Naive", 3, 1)})};
  const Side base_side(base);
  const Side new_side(now);
  const Comparison comparison = compare(base_side, new_side, {}, {});
  EXPECT_EQ(comparison.cases.size(), 3u);
  EXPECT_EQ(exit_code_of(comparison, {}), kExitBadAnswer) << "a case went missing";
}

TEST(FalseVerdicts, ACaseThatWasSkippedIsNotHundredPercentFaster) {
  Runs base = five_runs("b", "Naive", 128, 1);
  Runs now = five_runs("n", "Naive", 128, 1);
  for (KeptRun& run : now) run.cases = {bad_case("Naive", 128, "unsupported", "no such kernel")};
  const Side base_side(base);
  const Side new_side(now);
  const Comparison comparison = compare(base_side, new_side, {}, {});
  EXPECT_EQ(comparison.cases[0].change, CaseChange::kNewlyFailing);
  EXPECT_EQ(comparison.cases[0].verdict, std::nullopt);
  EXPECT_EQ(exit_code_of(comparison, {}), kExitBadAnswer);
}

TEST(FalseVerdicts, ThereIsNoPValueFromTooFewProcesses) {
  for (int processes = 1; processes < 5; ++processes) {
    Runs base = five_runs("b", "Naive", 128, 1);
    Runs now = five_runs("n", "Naive", 128, 2);
    base.resize(static_cast<size_t>(processes));
    const Comparison comparison = compare(Side(base), Side(now), {}, {});
    EXPECT_EQ(comparison.cases[0].verdict->verdict, Verdict::kUnsure);
    EXPECT_EQ(comparison.cases[0].verdict->p, std::nullopt);
  }
}

TEST(FalseVerdicts, ManySamplesOfOneProcessAreStillOneProcess) {
  Runs base = {run_of("b", {timed_case("Naive", 128, 1)})};
  Runs now = {run_of("n", {timed_case("Naive", 128, 1.1)})};
  for (int i = 0; i < 1000; ++i) {
    base[0].cases[0].samples.push_back({.time_s = 1 + 1e-6 * i});
    now[0].cases[0].samples.push_back({.time_s = 1.1 + 1e-6 * i});
  }
  EXPECT_EQ(compare(Side(base), Side(now), {}, {}).cases[0].verdict->verdict, Verdict::kUnsure);
}

TEST(FalseVerdicts, ARegressionIsNotExitCode0) {
  const Runs base = five_runs("b", "Naive", 128, 1);
  const Runs now = five_runs("n", "Naive", 128, 1.1);
  EXPECT_EQ(exit_code_of(compare(Side(base), Side(now), {}, {}), {}), kExitBadAnswer);
}

TEST(FalseVerdicts, AShapeThatADriverMadeSlowerIsNotAveragedAway) {
  RunSet set;
  for (const auto& [driver, factor] : {std::pair("580.65", 1.0), std::pair("590.10", 1.25)}) {
    for (int process = 0; process < 5; ++process) {
      const double noise = 1 + 0.001 * process;
      std::vector<KeptCase> cases = {timed_case("Naive", 128, noise * factor),
                                     timed_case("Naive", 256, noise / factor)};
      for (KeptCase& kept : cases) kept.row.driver_version = driver;
      set.runs.push_back(run_of(driver + std::to_string(process), std::move(cases)));
    }
  }
  const std::vector<ValueRuns> sides = runs_by_value(set, "driver_version");
  const History history = compare_by_value(sides, {}, {});
  EXPECT_NEAR(history.comparisons[0].means.back().ratio.value(), 1, 1e-9) << "the mean tells nothing";
  EXPECT_EQ(history.first_bad, "590.10");
  EXPECT_EQ(history.cases[0].trend, "worse in 590.10");
  EXPECT_EQ(history.cases[1].trend, "faster in 590.10");
}

}  // namespace
}  // namespace attn
