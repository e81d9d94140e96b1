#include "benchmarks/plan_case.h"

#include <c10/core/InferenceMode.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "benchmarks/observe_case.h"
#include "benchmarks/profile_pass.h"
#include "results/bad_request.h"
#include "tests/benchmarks/clock_in_hand.h"
#include "tests/benchmarks/device_in_hand.h"

namespace attn {
namespace {

using testing::HasSubstr;

/// A device that has room for so many elements of a forward's output and says, as CUDA's allocator does, that it has no
/// more.
class SmallDevice : public DeviceInHand {
 public:
  using DeviceInHand::DeviceInHand;
  int64_t forward_peak_bytes(const Forward& forward) override { return forward().numel() * 2; }
};

class PlanCase : public testing::Test {
 protected:
  /// A variant whose output is its query, and that needs as many bytes as that has.
  Case copying_case(int64_t seq_len) {
    const auto prepare = [this](const AttentionInputs& inputs) -> Forward {
      return [this, query = inputs.query] {
        if (static_cast<uint64_t>(query.numel()) * 2 > memory_bytes_) {
          TORCH_CHECK_WITH(OutOfMemoryError, false, "CUDA out of memory. Tried to allocate 1 byte.");
        }
        return query.clone();
      };
    };
    return {
        .variant = {.name = "Copying", .prepare = prepare, .least_bytes = nullptr, .pinned_backend = pinned_backend_},
        .shape = {.batch = 1,
                  .q_heads = 1,
                  .kv_heads = 1,
                  .q_len = seq_len,
                  .kv_len = seq_len,
                  .head_dim = 8,
                  .dtype = DType::kBf16,
                  .mask = Mask::kNone},
        .device_kind = "small"};
  }

  CaseResult plan(const Case& benchmark_case) { return plan_case(benchmark_case, device_, settings_); }

  const c10::InferenceMode inference_;
  ClockInHand clock_{{1.0}};
  SmallDevice device_{clock_};
  uint64_t memory_bytes_ = 1600;  // 100 rows of 8 elements
  std::string pinned_backend_;
  PlanSettings settings_ = settings();

 private:
  PlanSettings settings() {
    PlanSettings made;
    made.gpu.memory_bytes = 1600;
    made.gpu.bandwidth_bytes_per_s = 1e12;
    made.set_memory_bytes = [this](uint64_t bytes) { return std::exchange(memory_bytes_, bytes); };
    return made;
  }
};

TEST_F(PlanCase, KeepsWhatWasObservedAndTheHostTimeOfSingleCalls) {
  const CaseResult result = plan(copying_case(10));
  EXPECT_EQ(result.status, Status::kOk) << result.reason;
  EXPECT_EQ(result.host_times_s.size(), 21);
  EXPECT_EQ(result.peak_bytes, 160);
  EXPECT_EQ(result.backend_ran, "none");
  EXPECT_GT(result.ops.value(), 0);
  EXPECT_FALSE(result.fits_seq_len.has_value());
}

TEST_F(PlanCase, ThatDoesNotFitIsPlannedAgainWithMemoryWithoutEndAndSaysWhatItNeeds) {
  const CaseResult result = plan(copying_case(200));
  EXPECT_EQ(result.status, Status::kOutOfMemory);
  EXPECT_EQ(result.needed_bytes, 3200);
  EXPECT_THAT(result.reason, HasSubstr("needs 3.2e-06 GB of 1.6e-06 GB"));
  EXPECT_EQ(memory_bytes_, 1600) << "the limit is back";
}

TEST_F(PlanCase, FindsTheLongestSequenceThatFitsFromBelowAndFromAbove) {
  settings_.fit = true;
  EXPECT_EQ(plan(copying_case(10)).fits_seq_len, 100);
  EXPECT_EQ(plan(copying_case(1000)).fits_seq_len, 100);
  EXPECT_EQ(plan(copying_case(100)).fits_seq_len, 100);
  memory_bytes_ = 0;
  EXPECT_FALSE(plan(copying_case(10)).fits_seq_len.has_value());
}

TEST_F(PlanCase, OfAGraphHasTheCapturesMemoryAndTheOpsOfItsNodes) {
  Case benchmark_case = copying_case(10);
  benchmark_case.launch = LaunchMode::kGraph;
  device_.launches.resize(2);
  for (Launch& launch : device_.launches) launch.span = TimeSpan();
  device_.node_ops = {0, std::nullopt};
  const CaseResult result = plan(benchmark_case);
  ASSERT_EQ(result.status, Status::kOk) << result.reason;
  EXPECT_EQ(result.peak_bytes, 8192);
  EXPECT_EQ(result.observed.value().launches.at(0).op_path, "aten::clone");
  EXPECT_EQ(result.observed.value().launches.at(1).op_path, "");
  EXPECT_GT(result.observed.value().floor_s.value(), 0) << "of the ops that were captured";
  EXPECT_EQ(name_of(benchmark_case),
            "Copying/small/graph/bf16/none/batch:1/q_heads:1/kv_heads:1/q_len:10/kv_len:10/head_dim:8");
}

TEST_F(PlanCase, LostRecordsMakeItFail) {
  device_.loss.dropped = 3;
  const CaseResult result = plan(copying_case(10));
  EXPECT_EQ(result.status, Status::kFailed);
  EXPECT_THAT(result.reason, HasSubstr("3 records dropped"));
}

TEST_F(PlanCase, FailsWhenAnotherBackendRanThanIsPinned) {
  pinned_backend_ = "flash";
  const CaseResult result = plan(copying_case(10));
  EXPECT_EQ(result.status, Status::kFailed);
  EXPECT_THAT(result.reason, HasSubstr("pinned to flash, but none ran"));
}

TEST_F(PlanCase, HoldsAGuessAgainstTheLaunches) {
  device_.launches.resize(2);
  settings_.guesses = {{.variant = "Copying", .launches = 3}};
  const CaseResult wrong = plan(copying_case(10));
  EXPECT_EQ(wrong.launches_guessed, 3);
  EXPECT_TRUE(guessed_wrong(wrong));
  settings_.guesses = {{.variant = "Copying", .launches = 2}};
  EXPECT_FALSE(guessed_wrong(plan(copying_case(10))));
  settings_.guesses = {{.variant = "Other", .launches = 3}};
  EXPECT_FALSE(guessed_wrong(plan(copying_case(10))));
}

TEST_F(PlanCase, AGuessAboutNoCaseIsRefused) {
  const std::vector<Case> cases = {copying_case(10)};
  const std::vector<Guess> guesses = {{.variant = "Coping", .launches = 3}};
  EXPECT_THAT([&] { check_guesses(guesses, cases); },
              testing::ThrowsMessage<BadRequest>(HasSubstr("did you mean Copying")));
}

TEST_F(PlanCase, TheLaunchesOfMeasuredCasesAreCountedAfterwards) {
  device_.launches.resize(2);
  KeptResults kept(std::nullopt, {}, {});
  RunOutcome outcome;
  Options options;
  options.guesses = {{.variant = "Copying", .launches = 3}};
  look_into_cases(options, {{copying_case(10), 1e-3}}, std::nullopt, device_, kept, outcome);
  EXPECT_TRUE(outcome.guessed_wrong);
  EXPECT_TRUE(outcome.count.empty());
  memory_bytes_ = 0;
  look_into_cases(options, {{copying_case(10), 1e-3}}, std::nullopt, device_, kept, outcome);
  EXPECT_EQ(outcome.count[Status::kOutOfMemory], 1);
}

TEST_F(PlanCase, ACaseThatCouldNotBeObservedIsNotAsPlanned) {
  KeptResults kept(std::nullopt, {}, {});
  Options options;
  options.guess_plan = true;
  const PlannedLaunches plan = {.card = "h100", .by_case = {}};
  memory_bytes_ = 0;
  RunOutcome outcome;
  look_into_cases(options, {{copying_case(10), 1e-3}}, plan, device_, kept, outcome);
  EXPECT_TRUE(outcome.guessed_wrong);
}

}  // namespace
}  // namespace attn
