#include <ATen/ops/ones.h>
#include <ATen/ops/sum.h>
#include <cuda_runtime_api.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "profiling/cuda/cuda_driver.h"
#include "profiling/cuda/cuda_stream.h"
#include "profiling/cuda/event_sample.h"
#include "tests/gpu/gpu_test.h"

namespace attn {
namespace {

using namespace std::chrono_literals;

constexpr int64_t kOps = 45;  // of a naive forward, as dispatched

double steady_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class GpuTiming : public GpuTest {};

TEST_F(GpuTiming, GrowsWithTheLength) {
  const auto timer = device_->make_timer(Cache::kCold, kOps);
  const double short_s = median_time_s(*timer, prepare("Naive", causal_shape(1024)));
  const double long_s = median_time_s(*timer, prepare("Naive", causal_shape(4096)));
  // 16 times the scores; a small one does not fill the GPU, so less than 16 in time.
  EXPECT_GT(long_s, 3 * short_s);
  EXPECT_LT(long_s, 32 * short_s);
}

TEST_F(GpuTiming, IsNoSlowerHotThanCold) {
  const Forward forward = prepare("SdpaFlash", causal_shape(1024));
  const auto cold = device_->make_timer(Cache::kCold, 8);
  const auto hot = device_->make_timer(Cache::kHot, 8);
  EXPECT_LE(median_time_s(*hot, forward), 1.1 * median_time_s(*cold, forward));
}

TEST_F(GpuTiming, FindsTheCacheEmptyAfterAFlush) {
  cudaDeviceProp properties{};
  ASSERT_EQ(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
  // A quarter of the cache, read again and again: from DRAM after a flush, else from the cache.
  const auto data = at::ones({properties.l2CacheSize / 16}, at::device(device_->torch_device()).dtype(at::kFloat));
  const Forward read = [&] { return at::sum(data); };
  EventSampler sampler(make_cuda_stream(device_->torch_device(), open_cuda_driver(), properties.l2CacheSize),
                       {.host_now_s = steady_s, .monitor = nullptr});
  const auto fastest = [&](Before before) {
    double least_s = 1;
    for (int i = 0; i < 50; ++i) least_s = std::min(least_s, sampler.sample(read, 1, 2, before).time_s);
    return least_s;
  };
  const double kept_s = fastest(Before::kNothing);
  EXPECT_GT(fastest(Before::kFlush), 1.05 * kept_s);
}

TEST_F(GpuTiming, SeesLessThanTheHostsTimeOfAForwardThatIsLaunchBound) {
  // Naive attention of so little data that the launches take longer than the kernels.
  const Forward forward = prepare("Naive", causal_shape(16));
  const auto timer = device_->make_timer(Cache::kCold, kOps);
  for (int i = 0; i < 3; ++i) timer->time(forward);
  const TimedSample sample = timer->time(forward);
  EXPECT_FALSE(sample.unblocked);
  EXPECT_LT(sample.time_s, sample.host_time_s.value());
}

TEST_F(GpuTiming, HoldsTheStreamBackUntilItIsReleased) {
  const auto stream = make_cuda_stream(device_->torch_device(), open_cuda_driver(), std::nullopt);
  device_->synchronize();
  ASSERT_TRUE(stream->hold()) << "this driver or device has no cuStreamWaitValue32";
  stream->record_start();
  std::this_thread::sleep_for(50ms);
  EXPECT_EQ(cudaStreamQuery(nullptr), cudaErrorNotReady);
  stream->release();
  stream->synchronize();
  EXPECT_EQ(cudaStreamQuery(nullptr), cudaSuccess);
}

TEST_F(GpuTiming, SurvivesAForwardThatWaitsForTheGpu) {
  const Forward forward = prepare("SdpaFlash", causal_shape(1024));
  const Forward waits = [&] {
    at::Tensor output = forward();
    device_->synchronize();
    return output;
  };
  const auto timer = device_->make_timer(Cache::kCold, 8);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(timer->time(waits).unblocked);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 10s);
  EXPECT_GT(timer->time(waits).time_s, 0);
}

TEST_F(GpuTiming, RecordsAClockWithEachSample) {
  const auto timer = device_->make_timer(Cache::kHot, 8);
  const TimedSample sample = timer->time(prepare("SdpaFlash", causal_shape(1024)));
  EXPECT_GT(sample.sm_clock_hz.value_or(0), 1e8);
}

}  // namespace
}  // namespace attn
