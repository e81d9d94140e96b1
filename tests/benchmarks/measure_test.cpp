#include "benchmarks/measure.h"

#include <c10/core/InferenceMode.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "results/csv.h"
#include "results/results_directory.h"
#include "tests/benchmarks/clock_in_hand.h"
#include "tests/benchmarks/device_in_hand.h"
#include "tests/results/temporary_folder.h"

namespace attn {
namespace {

TEST(MeasureInPasses, ACaseIsOneCaseWithTheSamplesOfAllPassesAsItsRounds) {
  const c10::InferenceMode inference;
  const TemporaryFolder folder;
  ClockInHand clock({1e-3});
  DeviceInHand device(clock);
  Options options;
  options.passes = 3;
  options.child_run_id = "run-1";
  options.out = folder.path();
  options.sampling.max_time_s = 0.3;
  options.sampling.min_time_s = 0.03;
  const AttentionShape shape{1, 2, 2, 8, 8, 8, DType::kFp32, Mask::kCausal};
  std::vector<Case> cases;
  for (const AttentionVariant& variant : variant_list())
    if (variant.name.starts_with("Naive")) cases.push_back({.variant = variant, .shape = shape, .device_kind = "cpu"});

  const RunOutcome outcome = measure_here(options, {"attn_bench"}, device, cases);
  EXPECT_EQ(outcome.count.at(Status::kOk), 2);
  int64_t times = 0;
  for (const ResultRow& row : read_results(folder.path(), "run-1"))
    if (row.metric && row.metric->name == "time_s") ++times;
  EXPECT_EQ(times, 2) << "one row a case, not one a pass";
  const CsvTable samples = read_csv(folder.path() / "samples.csv", std::array<std::string_view, 2>{"case", "round"});
  std::set<std::string> rounds;
  for (const auto& row : samples.rows) rounds.insert(row.at(1));
  EXPECT_THAT(rounds, testing::ElementsAre("0", "1", "2"));
}

}  // namespace
}  // namespace attn
