// The CUDA code as it is, on a stand-in GPU whose activities take 1000 ns each, so that every time is known.
#include <ATen/ops/empty.h>
#include <cuda_runtime_api.h>
#include <gmock/gmock.h>

#include <map>

#include "profiling/cuda/cuda_device.h"
#include "results/bad_request.h"

namespace attn {
namespace {

constexpr double kActivity_s = 1e-6;
constexpr double kNanosecond_s = 1e-9;

class CudaOnStandin : public testing::Test {
 protected:
  /// A forward that has the GPU do so many things.
  Forward doing(int activities) {
    return [this, activities] {
      for (int i = 0; i < activities; ++i) {
        if (cudaMemsetAsync(memory_.data_ptr(), 0, 64, nullptr) != cudaSuccess) throw std::runtime_error("memset");
      }
      return memory_;
    };
  }

  std::unique_ptr<Device> device_ = make_cuda_device(0);
  at::Tensor memory_ = at::empty({64}, at::device(device_->torch_device()).dtype(at::kByte));
};

TEST_F(CudaOnStandin, TimesACacheThatWasFlushedToTheNanosecond) {
  const auto timer = device_->make_timer(Cache::kCold, 5);
  const TimedSample sample = timer->time(doing(5));
  EXPECT_NEAR(sample.time_s, 5 * kActivity_s, 0.5 * kNanosecond_s);
  EXPECT_FALSE(sample.unblocked);
  EXPECT_EQ(sample.forwards, 1);
}

TEST_F(CudaOnStandin, TimesAHotBatchToTheNanosecond) {
  const auto timer = device_->make_timer(Cache::kHot, 8);
  const TimedSample sample = timer->time(doing(7));
  EXPECT_NEAR(sample.time_s, 7 * kActivity_s, 0.5 * kNanosecond_s);
  EXPECT_FALSE(sample.unblocked);
  EXPECT_EQ(sample.forwards, 64) << "512 activities may be queued, 8 a forward";
}

TEST_F(CudaOnStandin, ReleasesAForwardThatWaitsForTheGpu) {
  const auto timer = device_->make_timer(Cache::kCold, 5);
  const Forward waits = [&, forward = doing(5)] {
    at::Tensor output = forward();
    device_->synchronize();
    return output;
  };
  const TimedSample sample = timer->time(waits);
  EXPECT_TRUE(sample.unblocked);
  EXPECT_GE(sample.time_s, 5 * kActivity_s - kNanosecond_s);
}

TEST_F(CudaOnStandin, GoesOnAfterRunningOutOfMemory) {
  const int64_t before = device_->available_memory_bytes();
  const auto options = at::device(device_->torch_device()).dtype(at::kByte);
  const auto timer = device_->make_timer(Cache::kHot, 5);
  EXPECT_THROW(timer->time([&] { return at::empty({2 * before}, options); }), c10::OutOfMemoryError);
  device_->release_memory();
  EXPECT_NEAR(timer->time(doing(3)).time_s, 3 * kActivity_s, 0.5 * kNanosecond_s);
  EXPECT_EQ(device_->available_memory_bytes(), before);
}

TEST_F(CudaOnStandin, SaysThatItIsNoGpuOfADriver) {
  const Facts facts = device_->facts();
  const std::map<std::string, std::string> by_key(facts.begin(), facts.end());
  EXPECT_EQ(by_key.at("gpu_name"), "NVIDIA A100-SXM4-80GB (stand-in)");
  EXPECT_EQ(by_key.at("driver_version"), "0.0 (stand-in)");
  EXPECT_EQ(by_key.at("sm_clock_hz"), "1410000000");
  EXPECT_EQ(by_key.at("throttle_reasons"), "none");
  EXPECT_EQ(by_key.at("stream_hold"), "cuStreamWaitValue32_v2");
  EXPECT_FALSE(by_key.contains("power_w"));
  EXPECT_EQ(device_->arch(), "sm_80");
}

TEST_F(CudaOnStandin, IsTheOnlyDevice) {
  EXPECT_THROW(make_cuda_device(1), BadRequest);
}

}  // namespace
}  // namespace attn
