// On a stand-in GPU whose driver can't hold a stream back.
#include <ATen/ops/empty.h>
#include <gtest/gtest.h>

#include "profiling/cuda/cuda_device.h"

namespace attn {
namespace {

TEST(CudaWithoutStreamHold, TimesWithTheLaunchesAndSaysSo) {
  const auto device = make_cuda_device(0);
  const at::Tensor memory = at::empty({64}, at::device(device->torch_device()).dtype(at::kByte));
  const auto timer = device->make_timer(Cache::kCold, 5);
  const TimedSample sample = timer->time([&] {
    device->synchronize();
    return memory;
  });
  EXPECT_TRUE(sample.unblocked);
  EXPECT_GT(sample.time_s, 0);
}

}  // namespace
}  // namespace attn
