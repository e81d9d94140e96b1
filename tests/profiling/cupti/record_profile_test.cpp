#include "profiling/cupti/record_profile.h"

#include <ATen/record_function.h>
#include <cuda_runtime_api.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <ctime>
#include <stdexcept>

#include "profiling/cupti_unavailable.h"
#include "tests/profiling/cupti/fake_cupti.h"

namespace attn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

/// An op of that name around `body`.
template <typename Body>
void op(const char* name, Body body) {
  at::RecordFunction function(at::RecordScope::FUNCTION);
  function.before(name);
  body();
}

class RecordProfile : public testing::Test {
 protected:
  Profile record(const Forward& forward, const Schedule& schedule = kOneForward) {
    return record_profile_by(cupti_.functions, forward, schedule, [this] { cupti_.calls.emplace_back("synchronize"); });
  }

  FakeCupti cupti_;
};

TEST_F(RecordProfile, ChargesEachLaunchToTheInnermostOpThatRan) {
  const Profile recording = record([this] {
    op("outer", [this] {
      cupti_.launch("before");
      op("inner", [this] { cupti_.launch("within"); });
      cupti_.launch("after");
    });
    cupti_.launch("outside");
    op("last", [this] { cupti_.launch("last"); });
    return at::Tensor();
  });
  std::vector<std::pair<std::string, std::string>> charged;
  for (const Launch& launch : recording.launches) {
    charged.emplace_back(launch.name, op_path_of(recording.ops, launch.op));
    EXPECT_EQ(recording.calls.at(launch.call.value()).name, "cudaLaunchKernel");
  }
  EXPECT_THAT(charged, ElementsAre(Pair("before", "outer"), Pair("within", "outer › inner"), Pair("after", "outer"),
                                   Pair("outside", ""), Pair("last", "last")));
  EXPECT_EQ(recording.loss, LossCount{});
}

TEST_F(RecordProfile, WaitsForTheGpuBeforeAndAfterTheForward) {
  record([this] {
    cupti_.calls.emplace_back("forward");
    return at::Tensor();
  });
  EXPECT_EQ(cupti_.calls.front(), "synchronize");
  const auto forward = std::find(cupti_.calls.begin(), cupti_.calls.end(), "forward");
  ASSERT_NE(forward, cupti_.calls.end());
  EXPECT_EQ(forward[-1], "enable 17");
  EXPECT_EQ(forward[1], "synchronize");
  EXPECT_EQ(forward[2], "disable 17");
}

TEST_F(RecordProfile, SaysWhichLibraryCounted) {
  const Profile recording = record([] { return at::Tensor(); });
  EXPECT_THAT(recording.facts, ElementsAre(Pair("cupti_library", HasSubstr("libcupti")),
                                           Pair("cupti_version", std::to_string(cupti_.functions.version))));
}

TEST_F(RecordProfile, NamesTheLibraryThatReadsTheRecordsOfAStandIn) {
  cupti_.functions.file = "/opt/standin.so";
  const Profile recording = record([] { return at::Tensor(); });
  EXPECT_THAT(recording.facts, testing::Contains(Pair("cupti_library", "/opt/standin.so")));
  EXPECT_THAT(recording.facts, testing::Contains(Pair("cupti_decoder", cupti_.functions.read_by)));
}

TEST_F(RecordProfile, ReturnsAllKindsOfLoss) {
  const Profile recording = record([this] {
    cupti_.dropped = 3;
    cupti_.launch("whole");
    KernelRecord timeless = kernel_record("no end", 1000);
    timeless.end = 0;
    cupti_.put(timeless);                                                               // and without a call
    cupti_.put(runtime_record(CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000, 1001));  // and no kernel
    KernelRecord broken = kernel_record("broken", 1002);
    broken.kind = CUPTI_ACTIVITY_KIND_INVALID;
    cupti_.put(broken);
    return at::Tensor();
  });
  EXPECT_EQ(recording.loss, (LossCount{.dropped = 3, .zero_time = 1, .invalid = 1, .unlinked = 1, .missing = 1}));
  EXPECT_EQ(recording.launches.size(), 2U) << "what is there is returned";
}

TEST_F(RecordProfile, KeepsTheActiveForwardsOfASchedule) {
  int forwards = 0;
  const Profile profile = record(
      [&] {
        const int before = forwards++;
        if (before < 2) return at::Tensor();  // nothing records yet
        op("only", [&] { cupti_.launch(before < 5 ? "early" : "active"); });
        return at::Tensor();
      },
      {.wait = 2, .warm_up = 3, .active = 4});
  EXPECT_EQ(forwards, 9);
  EXPECT_EQ(profile.loss, LossCount{});
  EXPECT_EQ(profile.iterations.size(), 4U);
  EXPECT_EQ(profile.thread, gettid());
  EXPECT_EQ(profile.ops.size(), 4U);
  EXPECT_EQ(profile.calls.size(), 4U);
  ASSERT_EQ(profile.launches.size(), 4U);
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(profile.launches[i].name, "active");
    EXPECT_EQ(profile.launches[i].iteration, static_cast<int64_t>(i));
    EXPECT_EQ(profile.launches[i].op, i);
  }
}

TEST_F(RecordProfile, LeavesOutTheLaunchesOfTheForwardThatTellsItsInputs) {
  for (const int64_t warm_up : {0, 1}) {
    int forwards = 0;
    const Profile profile = record(
        [&] {
          op("only", [&] { cupti_.launch(forwards == 0 ? "telling" : "active"); });
          ++forwards;
          return at::Tensor();
        },
        {.wait = 0, .warm_up = warm_up, .active = 2, .inputs = true});
    EXPECT_EQ(forwards, 3);
    EXPECT_EQ(profile.loss, LossCount{});
    ASSERT_EQ(profile.launches.size(), 2U);
    for (const Launch& launch : profile.launches) EXPECT_EQ(launch.name, "active");
    EXPECT_EQ(profile.inputs.size(), 1U);
    ASSERT_EQ(profile.ops.size(), 2U);
    for (const RecordedOp& each : profile.ops) EXPECT_EQ(each.inputs, 0U);
  }
}

TEST_F(RecordProfile, EndsTheRecordingWhenTheForwardThrows) {
  EXPECT_THROW(record([this]() -> at::Tensor {
                 op("outer", [] { throw std::runtime_error("out of luck"); });
                 return {};
               }),
               std::runtime_error);
  EXPECT_EQ(cupti_.calls.back(), "unsubscribe");
  const Profile next = record([this] {
    cupti_.launch("kernel");
    return at::Tensor();
  });
  ASSERT_EQ(next.launches.size(), 1U);
  EXPECT_EQ(next.launches[0].op, std::nullopt) << "no id of the forward that threw is left";
}

TEST_F(RecordProfile, IsForEachForwardItsOwn) {
  for (int i = 0; i < 3; ++i) {
    const Profile recording = record([this] {
      op("only", [this] { cupti_.launch("kernel"); });
      return at::Tensor();
    });
    EXPECT_EQ(recording.launches.size(), 1U);
    EXPECT_EQ(recording.ops.size(), 1U);
  }
}

TEST(RecordCudaProfile, SaysOnceAndForAllThatThereIsNoDevice) {
  int count = 0;
  if (cudaGetDeviceCount(&count) == cudaSuccess && count > 0) GTEST_SKIP() << "because there is one";
  const auto state = [] {
    try {
      record_cuda_profile([] { return at::Tensor(); }, kOneForward);
    } catch (const CuptiUnavailable& error) {
      EXPECT_THAT(error.what(), HasSubstr("CUDA has no device here"));
      return error.state();
    }
    throw std::logic_error("launches were counted");
  };
  EXPECT_EQ(state(), CuptiState::kNoDevice);
  const std::clock_t start = std::clock();
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(state(), CuptiState::kNoDevice);
  // Each call of CUPTI would look for the driver anew, 0.3 ms.
  EXPECT_LT(std::clock() - start, CLOCKS_PER_SEC / 5);
}

}  // namespace
}  // namespace attn
