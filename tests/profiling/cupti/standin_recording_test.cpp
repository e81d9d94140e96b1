// The recorder on the stand-in GPU: LibTorch's real CUDA dispatch, records of the stand-in's CUPTI, the real parser.
// Run by standin/run, for each of its faults anew.
#include <ATen/core/Tensor.h>
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

  Profile record() { return device_->profile(forward_, kOneForward); }

  std::unique_ptr<Device> device_;
  Forward forward_;
};

class StandInRecording : public OnStandIn {};
class StandInLoss : public OnStandIn {};

TEST_F(StandInRecording, HasTheSixLaunchesOfANaiveForwardWithTheirOps) {
  const Profile recording = record();
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
  const Profile recording = record();
  ASSERT_EQ(recording.launches.size(), 6U);
  const Launch& gemm = recording.launches[0];
  EXPECT_THAT(gemm.name, testing::StartsWith("cublas"));
  EXPECT_EQ(gemm.grid, std::nullopt);
  EXPECT_EQ(gemm.registers, std::nullopt);
  const Launch& copy = recording.launches[2];
  EXPECT_EQ(copy.name, "Memcpy DtoD");
  EXPECT_EQ(copy.bytes, 4 * 256 * 256 * 4);
  EXPECT_EQ(recording.calls.at(copy.call.value()).name, "cudaMemcpyAsync");
  const Launch& softmax = recording.launches[4];
  EXPECT_THAT(softmax.name, HasSubstr("softmax"));
  EXPECT_THAT(softmax.mangled_name, testing::StartsWith("_Z"));
  EXPECT_THAT(recording.calls.at(softmax.call.value()).name, HasSubstr("LaunchKernel"));
  EXPECT_GT(softmax.grid.value().x, 0);
  EXPECT_GT(softmax.block.value().x, 0);
  for (const Launch& launch : recording.launches) {
    EXPECT_EQ(launch.span.value().end_ns - launch.span.value().begin_ns, standin::kDefaultActivityNs) << launch.name;
    EXPECT_EQ(launch.iteration, 0) << launch.name;
  }
}

TEST_F(StandInRecording, IsTheSameEachTime) {
  const Profile first = record();
  for (int i = 0; i < 3; ++i) {
    const Profile again = record();
    EXPECT_EQ(again.loss, LossCount{});
    ASSERT_EQ(again.launches.size(), first.launches.size());
    for (size_t k = 0; k < first.launches.size(); ++k) {
      EXPECT_EQ(again.launches[k].name, first.launches[k].name);
      EXPECT_EQ(again.launches[k].op, first.launches[k].op);
    }
  }
}

TEST_F(StandInRecording, KeepsTheActiveForwardsOfASchedule) {
  const Profile profile = device_->profile(forward_, Schedule{});
  EXPECT_EQ(profile.loss, LossCount{});
  EXPECT_EQ(profile.iterations.size(), 3U);
  ASSERT_EQ(profile.launches.size(), 18U);
  for (size_t i = 0; i < 18; ++i) {
    EXPECT_EQ(profile.launches[i].iteration, static_cast<int64_t>(i / 6));
    const Launch& first = profile.launches[i % 6];
    EXPECT_EQ(profile.launches[i].name, first.name);
    EXPECT_EQ(op_path_of(profile.ops, profile.launches[i].op), op_path_of(profile.ops, first.op));
  }
}

TEST_F(StandInRecording, NamesTheStandInAndTheParser) {
  const Profile recording = record();
  EXPECT_THAT(recording.facts, Contains(Pair("cupti_library", HasSubstr("attn_standin"))));
  EXPECT_THAT(recording.facts, Contains(Pair("cupti_decoder", HasSubstr("libcupti"))));
}

TEST_F(StandInRecording, HasLimitsThatOccupancyFollowsFrom) {
  const SmLimits limits = device_->sm_limits().value();
  EXPECT_EQ(limits.major, 8);
  EXPECT_EQ(limits.registers_per_sm, 65'536);
  EXPECT_EQ(limits.shared_bytes_per_block_optin, 166'912);
  EXPECT_EQ(limits.reserved_shared_bytes_per_block, 1024);
  const Profile profile = record();
  Launch launch = profile.launches.at(4);
  launch.registers = 32;  // the code objects' listing is not given here
  launch.static_shared_bytes = 0;
  EXPECT_GT(occupancy_of(launch, limits).value().occupancy, 0);
}

class StandInGraph : public OnStandIn {
 protected:
  /// What launched them, in order, each once where it repeats.
  static std::vector<std::string> calls_of(const Profile& recording) {
    std::vector<std::string> calls;
    for (const Launch& launch : recording.launches)
      if (calls.empty() || calls.back() != call_of(recording, launch)) calls.emplace_back(call_of(recording, launch));
    return calls;
  }
  static std::string_view call_of(const Profile& recording, const Launch& launch) {
    return recording.calls.at(launch.call.value()).name;
  }
};

TEST_F(StandInGraph, LaunchesTheNodesOfAForwardByOneCall) {
  const Profile eager = record();
  const CapturedForward captured = device_->capture(forward_);
  for (int replay = 0; replay < 2; ++replay) {
    Profile recording = device_->profile(captured.replay, kOneForward);
    EXPECT_EQ(recording.loss, LossCount{});
    EXPECT_THAT(recording.ops, testing::IsEmpty()) << "a replay dispatches none";
    EXPECT_THAT(calls_of(recording), ElementsAre("cudaGraphLaunch"));
    give_ops(recording.launches, captured);
    ASSERT_EQ(recording.launches.size(), eager.launches.size());
    for (size_t i = 0; i < eager.launches.size(); ++i) {
      EXPECT_EQ(recording.launches[i].mangled_name, eager.launches[i].mangled_name);
      EXPECT_EQ(recording.launches[i].grid, eager.launches[i].grid);
      EXPECT_EQ(recording.launches[i].bytes, eager.launches[i].bytes);
      EXPECT_EQ(op_path_of(captured.traced.ops, recording.launches[i].op), op_path_of(eager.ops, eager.launches[i].op));
    }
  }
}

TEST_F(StandInGraph, IsToldFromWhatIsLaunchedBesideIt) {
  const CapturedForward captured = device_->capture(forward_);
  const Profile recording = device_->profile(
      [&] {
        const at::Tensor output = captured.replay();
        return output.mul(2);
      },
      kOneForward);
  EXPECT_EQ(recording.loss, LossCount{});
  ASSERT_EQ(recording.launches.size(), 7U);
  EXPECT_EQ(call_of(recording, recording.launches[5]), "cudaGraphLaunch");
  EXPECT_EQ(recording.launches[5].op, std::nullopt);
  EXPECT_NE(call_of(recording, recording.launches[6]), "cudaGraphLaunch");
  EXPECT_EQ(op_path_of(recording.ops, recording.launches[6].op), "aten::mul › aten::mul");
}

TEST_F(StandInGraph, HoldsAtMostWhatAForwardAllocatesAndOnlyOnceForAllGraphs) {
  forward_ = naive_forward(16, 1024, 64, device_->torch_device());
  const CapturedForward first = device_->capture(forward_);
  EXPECT_EQ(first.peak_bytes, device_->forward_peak_bytes(forward_));
  device_->release_memory();
  const int64_t before = device_->available_memory_bytes();
  const CapturedForward second = device_->capture(forward_);
  device_->release_memory();
  EXPECT_EQ(second.peak_bytes, first.peak_bytes);
  EXPECT_LT(before - device_->available_memory_bytes(), first.peak_bytes / 4) << "only its output is its own";
}

TEST_F(StandInGraph, GivesItsMemoryBack) {
  device_->release_memory();
  const int64_t before = device_->available_memory_bytes();
  for (int i = 0; i < 2; ++i) {
    device_->capture(forward_).replay();
    device_->synchronize();
    device_->release_memory();
  }
  // What cuBLAS works in on the stream that was captured stays with that stream.
  EXPECT_LT(before - device_->available_memory_bytes(), int64_t{64} << 20);
  EXPECT_EQ(record().launches.size(), 6U);
}

TEST_F(StandInGraph, CantHoldAForwardThatWaitsForTheGpu) {
  const auto capture = [&](const Forward& forward) { device_->capture(forward); };
  const Forward reads_a_number = [this] {
    const at::Tensor output = forward_();
    return output.mul(output.sum().item<double>());
  };
  const Forward waits = [this] {
    const at::Tensor output = forward_();
    static_cast<void>(cudaDeviceSynchronize());  // and looks away
    return output;
  };
  EXPECT_THAT([&] { capture(reads_a_number); },
              testing::ThrowsMessage<NotCapturable>(HasSubstr("not permitted when stream is capturing")));
  EXPECT_THAT([&] { capture(waits); }, testing::ThrowsMessage<NotCapturable>(HasSubstr("a CUDA graph can't hold it")));
  EXPECT_EQ(record().launches.size(), 6U) << "the GPU is as it was";
  EXPECT_EQ(device_->profile(device_->capture(forward_).replay, kOneForward).launches.size(), 6U)
      << "and so are captures";
}

TEST_F(StandInGraph, CantHoldAForwardThatThrowsWhenCaptured) {
  int calls = 0;
  const Forward second_throws = [&] {
    if (++calls > 1) throw std::runtime_error("not twice");
    return forward_();
  };
  EXPECT_THAT([&] { device_->capture(second_throws); }, testing::ThrowsMessage<NotCapturable>(HasSubstr("not twice")));
  const Forward throws = []() -> at::Tensor { throw std::invalid_argument("never"); };
  EXPECT_THROW(device_->capture(throws), std::invalid_argument) << "one that can't be run at all";
  EXPECT_EQ(device_->profile(device_->capture(forward_).replay, kOneForward).launches.size(), 6U);
}

TEST_F(StandInGraph, IsTimedAsManyActivitiesAsItHasNodes) {
  const CapturedForward captured = device_->capture(forward_);
  const auto timer = device_->make_timer(Cache::kHot, 39);
  const TimedSample sample = timer->time(captured.replay);
  EXPECT_FALSE(sample.unblocked);
  EXPECT_NEAR(sample.time_s, 6 * standin::kDefaultActivityNs * 1e-9, 1e-12);
  EXPECT_GT(sample.host_time_s.value(), 0);
}

// One fault each, in a process of its own: the recording is returned and says what is wrong with it.
TEST_F(StandInLoss, OfDroppedRecordsIsCounted) {
  EXPECT_GT(record().loss.dropped, 0);
}

TEST_F(StandInLoss, OfTimesIsCounted) {
  const Profile recording = record();
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
