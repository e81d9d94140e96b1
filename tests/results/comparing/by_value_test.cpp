#include "results/comparing/by_value.h"

#include <gmock/gmock.h>

#include "results/bad_request.h"
#include "tests/results/comparing/example_runs.h"

namespace attn {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

/// Five processes with this driver; times of the cases of Naive at 128, 256, ….
void add_driver(RunSet& set, const std::string& driver, const std::vector<double>& times_s) {
  for (int process = 0; process < 5; ++process) {
    std::vector<KeptCase> cases;
    for (size_t i = 0; i < times_s.size(); ++i) {
      cases.push_back(timed_case("Naive", int64_t{128} << i, times_s[i] * (1 + 0.001 * (process - 2))));
      cases.back().row.driver_version = driver;
    }
    set.runs.push_back(run_of(fmt::format("{}-{}", driver, process), std::move(cases)));
  }
}

History history_of(const RunSet& set) {
  const std::vector<ValueRuns> sides = runs_by_value(set, "driver_version");
  return compare_by_value(sides, {}, {});
}

std::vector<std::string> trends_of(const History& history) {
  std::vector<std::string> trends;
  for (const CaseHistory& each : history.cases) trends.push_back(each.trend);
  return trends;
}

TEST(CompareByValue, GoesThroughTheValuesInTheOrderOfReleases) {
  RunSet set;
  for (const char* driver : {"590.10.01", "580.105.08", "580.65.06"}) add_driver(set, driver, {1});
  const History history = history_of(set);
  EXPECT_EQ(history.first_value, "580.65.06");
  EXPECT_THAT(history.later_values, ElementsAre("580.105.08", "590.10.01"));
  EXPECT_EQ(history.first_bad, std::nullopt);
  EXPECT_THAT(trends_of(history), ElementsAre("no change told"));
}

TEST(CompareByValue, NamesTheFirstBadVersionAndEachTrend) {
  RunSet set;
  add_driver(set, "580.65.06", {1, 1, 1, 1});
  add_driver(set, "580.95.05", {1, 1, 0.9, 1.1});
  add_driver(set, "590.10.01", {1.1, 1, 0.9, 1});
  add_driver(set, "595.20.01", {1.2, 1, 0.9, 1});
  const History history = history_of(set);
  EXPECT_EQ(history.first_bad, "580.95.05");
  EXPECT_THAT(trends_of(history), ElementsAre("worse from 590.10.01 on", "no change told", "faster from 580.95.05 on",
                                              "worse in 580.95.05 only"));
}

TEST(CompareByValue, ACaseThatBeginsToFailIsBad) {
  RunSet set;
  add_driver(set, "580.65.06", {1});
  add_driver(set, "590.10.01", {1});
  for (KeptRun& run : set.runs) {
    if (run.run_id.starts_with("590")) run.cases[0].row.status = "failed";
  }
  EXPECT_EQ(history_of(set).first_bad, "590.10.01");
}

TEST(CompareByValue, CorrectsForTheTestsOfAllValuesTogether) {
  RunSet set;
  add_driver(set, "1", {1});
  for (int version = 2; version < 40; ++version) add_driver(set, std::to_string(version), {1});
  add_driver(set, "40", {1.03});
  const History together = history_of(set);
  RunSet pair;
  add_driver(pair, "1", {1});
  add_driver(pair, "40", {1.03});
  const double alone = history_of(pair).comparisons.back().cases[0].verdict->q.value();
  EXPECT_NEAR(together.comparisons.back().cases[0].verdict->q.value(), 39 * alone, 1e-9);
}

TEST(CompareByValue, RefusesAFactThatARunLacksWithTheNamesThatMayBeMeant) {
  RunSet set;
  add_driver(set, "1", {1});
  EXPECT_THAT([&] { runs_by_value(set, "driver_versoin"); },
              testing::ThrowsMessage<BadRequest>(AllOf(HasSubstr("run 1-0"), HasSubstr("driver_version"))));
  EXPECT_THAT([&] { runs_by_value(set, "driver_version"); },
              testing::ThrowsMessage<BadRequest>(HasSubstr("all 5 runs have '1'")));
}

}  // namespace
}  // namespace attn
