#include "benchmarks/shape_run.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/add_ops.h>
#include <c10/core/InferenceMode.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "fixtures/reference.h"
#include "tests/benchmarks/device_in_hand.h"

namespace attn {
namespace {

const AttentionShape kShape{.batch = 1,
                            .q_heads = 2,
                            .kv_heads = 2,
                            .q_len = 8,
                            .kv_len = 8,
                            .head_dim = 4,
                            .dtype = DType::kFp32,
                            .mask = Mask::kCausal};

/// A variant that counts its forwards and is right.
AttentionVariant right_variant(const std::string& name, std::vector<std::string>& log) {
  return {.name = name,
          .prepare = [name, &log](const AttentionInputs& inputs) -> Forward {
            const at::Tensor output = attention_reference(inputs).to(at::kFloat);
            return [name, &log, output] {
              log.push_back(name);
              return output;
            };
          },
          .least_bytes = [](const AttentionShape&) { return 0.; },
          .pinned_backend = ""};
}

/// A right variant whose forward throws from its nth call on.
AttentionVariant throwing_variant(int first_bad_call, std::vector<std::string>& log) {
  AttentionVariant variant = right_variant("Throwing", log);
  variant.prepare = [first_bad_call, prepare = variant.prepare](const AttentionInputs& inputs) -> Forward {
    return [first_bad_call, forward = prepare(inputs), calls = 0]() mutable {
      if (++calls >= first_bad_call) throw std::runtime_error("the kernel is broken");
      return forward();
    };
  };
  return variant;
}

class ShapeRunTest : public testing::Test {
 protected:
  ShapeRun run(std::vector<AttentionVariant> variants, size_t rounds = 1) {
    std::vector<Case> cases;
    for (AttentionVariant& variant : variants)
      cases.push_back({.variant = std::move(variant), .shape = kShape, .launch = launch, .device_kind = "cpu"});
    settings = {
        .sampling = {.min_time_s = 0.3, .warmup_time_s = 0.05, .max_time_s = 2, .max_noise = 0.01, .min_samples = 10},
        .seed = 3,
        .rounds = rounds,
        .surroundings = clock.surroundings()};
    listener.on_progress = [](const Case&, std::string_view) {};
    listener.on_finished = [this](const Case& benchmark_case, const CaseResult& result) {
      finished.push_back(benchmark_case.variant.name);
      results.push_back(result);
    };
    return ShapeRun(device, std::move(cases), settings, listener);
  }

  LaunchMode launch = LaunchMode::kEager;
  c10::InferenceMode inference;
  ClockInHand clock{std::vector<double>{0.03125}};
  DeviceInHand device{clock};
  RunSettings settings;
  ShapeListener listener;
  std::vector<std::string> log, finished;
  std::vector<CaseResult> results;
};

TEST_F(ShapeRunTest, ReportsTheMedianAndKeepsTheCase) {
  ShapeRun shape_run = run({right_variant("A", log)});
  const ReportedCase report = shape_run.report(0, 0).value();
  EXPECT_EQ(report.status, Status::kOk) << report.reason;
  EXPECT_EQ(report.time_s, 0.03125);
  EXPECT_EQ(report.forwards, 10);
  EXPECT_EQ(report.peak_memory_bytes, 4096);
  EXPECT_THAT(finished, testing::ElementsAre("A"));
}

TEST_F(ShapeRunTest, MemoryIsReservedForTheLargestCase) {
  AttentionVariant big = right_variant("Big", log);
  big.least_bytes = [](const AttentionShape&) { return 1e6; };
  ShapeRun shape_run = run({right_variant("A", log), big});
  shape_run.report(0, 0);
  EXPECT_EQ(device.reserved_bytes, 3 * (1000000 + 3 * 64 * 4 + 64 * 8));
}

TEST_F(ShapeRunTest, TheFirstCallSamplesTheOtherVariantsInBetween) {
  ShapeRun shape_run = run({right_variant("A", log), right_variant("B", log)});
  shape_run.report(0, 0);
  // Two forwards each to check, three to warm up; of the ten sampled ones of A and of B each turn holds one of each,
  // since one lasts longer than any slice.
  ASSERT_GE(log.size(), 2 * 5 + 19u);
  for (size_t turn = 0; turn < 9; ++turn) EXPECT_NE(log[10 + 2 * turn], log[10 + 2 * turn + 1]) << "turn " << turn;
  const size_t forwards = log.size();
  shape_run.report(1, 0);
  EXPECT_LE(log.size(), forwards + 2) << "B's figures were handed over, not measured anew";
}

TEST_F(ShapeRunTest, AWrongOutputIsIncorrectAndIsNeverTimed) {
  AttentionVariant wrong = right_variant("Wrong", log);
  wrong.prepare = [](const AttentionInputs& inputs) -> Forward {
    return [output = at::_ops::add_Scalar::call(attention_reference(inputs).to(at::kFloat), 0.1, 1)] { return output; };
  };
  ShapeRun shape_run = run({wrong, right_variant("A", log)});
  const ReportedCase report = shape_run.report(0, 0).value();
  EXPECT_EQ(report.status, Status::kIncorrect);
  EXPECT_THAT(report.reason, testing::HasSubstr("error"));
  EXPECT_EQ(clock.calls, 0u);
  EXPECT_EQ(shape_run.report(1, 0)->status, Status::kOk);
}

TEST_F(ShapeRunTest, AnotherShapeOfOutputIsIncorrect) {
  AttentionVariant wrong = right_variant("Untransposed", log);
  wrong.prepare = [](const AttentionInputs& inputs) -> Forward {
    return [output = attention_reference(inputs).to(at::kFloat).transpose(1, 2).contiguous()] { return output; };
  };
  ShapeRun shape_run = run({wrong});
  EXPECT_EQ(shape_run.report(0, 0)->status, Status::kIncorrect);
}

TEST_F(ShapeRunTest, AnExceptionInAVariantIsAFailedRowAndTheOthersGoOn) {
  // Calls 1 and 2 check, 3 to 5 warm up, 8 is in the middle of sampling.
  for (const int first_bad_call : {1, 2, 4, 8}) {
    finished.clear();
    ShapeRun shape_run = run({throwing_variant(first_bad_call, log), right_variant("A", log)});
    const ReportedCase report = shape_run.report(0, 0).value();
    EXPECT_EQ(report.status, Status::kFailed) << first_bad_call;
    EXPECT_EQ(report.reason, "the kernel is broken") << first_bad_call;
    EXPECT_EQ(shape_run.report(1, 0)->status, Status::kOk) << first_bad_call;
    EXPECT_THAT(finished, testing::UnorderedElementsAre("Throwing", "A")) << first_bad_call;
  }
}

TEST_F(ShapeRunTest, ARefusalIsUnsupportedWithItsReason) {
  AttentionVariant refusing = right_variant("Refusing", log);
  refusing.prepare = [](const AttentionInputs&) -> Forward { throw Unsupported("head_dim 4 is too small"); };
  ShapeRun shape_run = run({refusing});
  const ReportedCase report = shape_run.report(0, 0).value();
  EXPECT_EQ(report.status, Status::kUnsupported);
  EXPECT_EQ(report.reason, "head_dim 4 is too small");
}

TEST_F(ShapeRunTest, OutOfMemoryIsCaughtMemoryIsReleasedAndTheNextCaseRuns) {
  AttentionVariant hungry = right_variant("Hungry", log);
  hungry.prepare = [](const AttentionInputs&) -> Forward {
    return []() -> at::Tensor {
      throw c10::OutOfMemoryError(c10::SourceLocation{"f", "allocator", 1}, "out of memory");
    };
  };
  ShapeRun shape_run = run({hungry, right_variant("A", log)});
  EXPECT_EQ(shape_run.report(0, 0)->status, Status::kOutOfMemory);
  EXPECT_EQ(device.releases, 1);
  EXPECT_EQ(shape_run.report(1, 0)->status, Status::kOk);
}

TEST_F(ShapeRunTest, AShapeOverMemoryIsAnsweredBeforeAnythingIsAllocated) {
  AttentionVariant big = right_variant("Big", log);
  big.least_bytes = [](const AttentionShape&) { return 1e12; };
  big.prepare = [](const AttentionInputs&) -> Forward { throw std::logic_error("must not be reached"); };
  ShapeRun shape_run = run({big, right_variant("A", log)});
  const ReportedCase report = shape_run.report(0, 0).value();
  EXPECT_EQ(report.status, Status::kOutOfMemory);
  EXPECT_EQ(report.reason, "needs at least 1 TB, 17.2 GB are available");
  EXPECT_EQ(results[0].needed_bytes, 1e12 + 3 * 64 * 4 + 64 * 8);  // Q, K, V of 64 fp32 each and the fp64 reference
  EXPECT_EQ(shape_run.report(1, 0)->status, Status::kOk);
}

TEST_F(ShapeRunTest, APinnedBackendThatDidNotRunIsAFailure) {
  AttentionVariant pinned = right_variant("Pinned", log);
  pinned.pinned_backend = "flash";
  ShapeRun shape_run = run({pinned});
  const ReportedCase report = shape_run.report(0, 0).value();
  EXPECT_EQ(report.status, Status::kFailed);
  EXPECT_EQ(report.reason, "pinned to flash, but none ran");
}

TEST_F(ShapeRunTest, EachRepetitionIsARoundAndTheMemoryPassComesOnce) {
  ShapeRun shape_run = run({right_variant("A", log), right_variant("B", log)}, 3);
  for (size_t index : {0u, 1u})
    for (size_t round : {0u, 1u, 2u}) EXPECT_EQ(shape_run.report(index, round)->forwards, 10);
  EXPECT_EQ(device.memory_passes, 2);
  ASSERT_THAT(finished, testing::UnorderedElementsAre("A", "B"));
  EXPECT_EQ(sample_rows_of(results[0]).size(), 30u);
  EXPECT_EQ(sample_rows_of(results[0]).back().round, 2);
}

TEST_F(ShapeRunTest, AfterAnInterruptionWhatWasMeasuredIsKeptAndNothingNewBegins) {
  clock.interrupt_after = 6 + 11;  // in the middle of sampling both
  ShapeRun shape_run = run({right_variant("A", log), right_variant("B", log)});
  const ReportedCase report = shape_run.report(0, 0).value();
  EXPECT_EQ(report.status, Status::kOk);
  EXPECT_EQ(report.flags, "not_converged");
  EXPECT_THAT(finished, testing::UnorderedElementsAre("A", "B"));
  EXPECT_EQ(device.memory_passes, 0);
  const size_t forwards = log.size();
  EXPECT_EQ(shape_run.report(1, 0)->status, Status::kOk);
  EXPECT_EQ(log.size(), forwards);
}

TEST_F(ShapeRunTest, InterruptedAtOnceItHasNothingToTellAndKeepsNothing) {
  clock.interrupt_after = 0;
  ShapeRun shape_run = run({right_variant("A", log)});
  EXPECT_FALSE(shape_run.report(0, 0));
  EXPECT_THAT(finished, testing::IsEmpty());
}

TEST_F(ShapeRunTest, AClockThatGivesNoTimeIsAFailure) {
  clock = ClockInHand({0.0}, 0.1);
  ShapeRun shape_run = run({right_variant("A", log)});
  const ReportedCase report = shape_run.report(0, 0).value();
  EXPECT_EQ(report.status, Status::kFailed);
  EXPECT_THAT(report.reason, testing::HasSubstr("not above 0"));
}

TEST_F(ShapeRunTest, MemoryThatTheAllocatorKeepsIsGivenBackBeforeACaseIsRefused) {
  AttentionVariant big = right_variant("Big", log);
  big.least_bytes = [](const AttentionShape&) { return 2e10; };
  device.bytes_given_back = int64_t(1) << 34;
  ShapeRun shape_run = run({big});
  EXPECT_EQ(shape_run.report(0, 0)->status, Status::kOk);
  EXPECT_EQ(device.releases, 1);
}

TEST_F(ShapeRunTest, ASecondErrorWhileReleasingMemoryDoesNotLoseTheCase) {
  AttentionVariant hungry = right_variant("Hungry", log);
  hungry.prepare = [](const AttentionInputs&) -> Forward {
    return []() -> at::Tensor { throw c10::OutOfMemoryError(c10::SourceLocation{"f", "a", 1}, "out of memory"); };
  };
  device.release_throws = true;
  ShapeRun shape_run = run({hungry});
  const ReportedCase report = shape_run.report(0, 0).value();
  EXPECT_EQ(report.status, Status::kOutOfMemory);
  EXPECT_THAT(report.reason, testing::HasSubstr("the device is lost"));
  EXPECT_THAT(finished, testing::ElementsAre("Hungry"));
}

TEST_F(ShapeRunTest, TimesTheReplayOfAGraphAndTakesItsMemoryFromTheCapture) {
  launch = LaunchMode::kGraph;
  ShapeRun shape_run = run({right_variant("A", log)});
  ASSERT_TRUE(shape_run.report(0, 0).has_value());
  EXPECT_EQ(device.captures, 1);
  EXPECT_EQ(results.at(0).status, Status::kOk) << results[0].reason;
  EXPECT_EQ(results[0].peak_bytes, 8192);
  EXPECT_EQ(device.memory_passes, 0) << "a replay allocates nothing";
}

TEST_F(ShapeRunTest, SaysWhatAGraphCantHold) {
  launch = LaunchMode::kGraph;
  device.not_capturable = "a CUDA graph can't hold it: it waits";
  ShapeRun shape_run = run({right_variant("A", log)});
  EXPECT_EQ(shape_run.report(0, 0).value().status, Status::kUnsupported);
  EXPECT_EQ(results.at(0).reason, "a CUDA graph can't hold it: it waits");
}

}  // namespace
}  // namespace attn
