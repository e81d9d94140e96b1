// The recorder on the stand-in GPU: LibTorch's real CUDA dispatch, records of the stand-in's CUPTI, the real parser.
// Run by standin/run, for each of its faults anew.
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "profiling/cuda/cuda_device.h"
#include "profiling/cupti_unavailable.h"
#include "standin/contract.h"
#include "tests/profiling/forwards.h"

namespace attn {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

class OnStandIn : public testing::Test {
 protected:
  void SetUp() override {
    if (dlsym(RTLD_DEFAULT, standin::kSetMemoryBytes) == nullptr) {
      GTEST_SKIP() << "because this is no stand-in GPU: standin/run --gpu=a100 starts programs on one";
    }
    device_ = make_cuda_device(0);
    forward_ = naive_forward(4, 256, 64, device_->torch_device());
    forward_();  // what LibTorch does once it has done now
  }

  LaunchRecording record() { return device_->record_launches(forward_); }

  std::unique_ptr<Device> device_;
  Forward forward_;
};

class StandInRecording : public OnStandIn {};
class StandInLoss : public OnStandIn {};

TEST_F(StandInRecording, HasTheSixLaunchesOfANaiveForwardWithTheirOps) {
  const LaunchRecording recording = record();
  EXPECT_EQ(describe_loss(recording.loss), std::nullopt);
  std::vector<std::pair<std::string, std::string>> launches;
  for (const Launch& launch : recording.launches) {
    launches.emplace_back(name_of(launch.kind), op_path_of(recording.ops, launch.op));
  }
  EXPECT_THAT(launches,
              ElementsAre(Pair("library", HasSubstr("aten::bmm")), Pair("kernel", "aten::mul"),
                          Pair("memcpy", "aten::masked_fill › aten::clone › aten::copy_"),
                          Pair("kernel", "aten::masked_fill › aten::masked_fill_"),
                          Pair("kernel", "aten::softmax › aten::_softmax"), Pair("library", HasSubstr("aten::bmm"))));
}

TEST_F(StandInRecording, KnowsWhatEachLaunchIsMadeOf) {
  const LaunchRecording recording = record();
  ASSERT_EQ(recording.launches.size(), 6U);
  const Launch& gemm = recording.launches[0];
  EXPECT_THAT(gemm.name, testing::StartsWith("cublas"));
  EXPECT_EQ(gemm.grid, std::nullopt);
  EXPECT_EQ(gemm.registers, std::nullopt);
  const Launch& copy = recording.launches[2];
  EXPECT_EQ(copy.name, "Memcpy DtoD");
  EXPECT_EQ(copy.bytes, 4 * 256 * 256 * 4);
  EXPECT_EQ(copy.api, "cudaMemcpyAsync");
  const Launch& softmax = recording.launches[4];
  EXPECT_THAT(softmax.name, HasSubstr("softmax"));
  EXPECT_THAT(softmax.mangled_name, testing::StartsWith("_Z"));
  EXPECT_THAT(softmax.api, HasSubstr("LaunchKernel"));
  EXPECT_GT(softmax.grid.value().x, 0);
  EXPECT_GT(softmax.block.value().x, 0);
  for (const Launch& launch : recording.launches) {
    EXPECT_NEAR(launch.time_s.value(), standin::kDefaultActivityNs * 1e-9, 1e-15) << launch.name;
    EXPECT_EQ(launch.iteration, 0) << launch.name;
  }
  EXPECT_EQ(recording.launches.front().start_s.value(), 0);
}

TEST_F(StandInRecording, IsTheSameEachTime) {
  const LaunchRecording first = record();
  for (int i = 0; i < 3; ++i) {
    const LaunchRecording again = record();
    EXPECT_EQ(again.loss, LossCount{});
    ASSERT_EQ(again.launches.size(), first.launches.size());
    for (size_t k = 0; k < first.launches.size(); ++k) {
      EXPECT_EQ(again.launches[k].name, first.launches[k].name);
      EXPECT_EQ(again.launches[k].op, first.launches[k].op);
    }
  }
}

TEST_F(StandInRecording, NamesTheStandInAndTheParser) {
  const LaunchRecording recording = record();
  EXPECT_THAT(recording.facts, Contains(Pair("cupti_library", HasSubstr("attn_standin"))));
  EXPECT_THAT(recording.facts, Contains(Pair("cupti_decoder", HasSubstr("libcupti"))));
}

TEST_F(StandInRecording, HasLimitsThatOccupancyFollowsFrom) {
  const SmLimits limits = device_->sm_limits().value();
  EXPECT_EQ(limits.major, 8);
  EXPECT_EQ(limits.registers_per_sm, 65'536);
  EXPECT_EQ(limits.shared_bytes_per_block_optin, 166'912);
  EXPECT_EQ(limits.reserved_shared_bytes_per_block, 1024);
  Launch launch = record().launches.at(4);
  launch.registers = 32;  // the code objects' listing is not given here
  launch.static_shared_bytes = 0;
  EXPECT_GT(occupancy_of(launch, limits).value().occupancy, 0);
}

// One fault each, in a process of its own: the recording is returned and says what is wrong with it.
TEST_F(StandInLoss, OfDroppedRecordsIsCounted) {
  EXPECT_GT(record().loss.dropped, 0);
}

TEST_F(StandInLoss, OfTimesIsCounted) {
  const LaunchRecording recording = record();
  EXPECT_GT(recording.loss.zero_time, 0);
  EXPECT_EQ(recording.launches.size(), 6U);
  EXPECT_THAT(describe_loss(recording.loss).value(), HasSubstr("without times: the count is no result"));
}

TEST_F(StandInLoss, OfTornRecordsIsCounted) {
  EXPECT_GT(record().loss.invalid, 0);
}

TEST_F(StandInLoss, ToAnotherProfilerIsNamed) {
  try {
    record();
    FAIL() << "CUPTI is taken";
  } catch (const CuptiUnavailable& error) {
    EXPECT_EQ(error.state(), CuptiState::kTaken);
    EXPECT_THAT(error.what(), HasSubstr("error 39"));
  }
  EXPECT_NO_THROW(forward_()) << "and forwards run on";
}

}  // namespace
}  // namespace attn
