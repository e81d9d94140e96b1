#include <dlfcn.h>
#include <gtest/gtest.h>
#include <nvml.h>

#include "tests/standin/own_kernel.h"

namespace attn::standin {
namespace {

TEST(StandinDevice, IsLostForEveryCallAndForNvml) {
  int count = 0;
  EXPECT_EQ(launch_own(known_kernel()), cudaSuccess);
  EXPECT_EQ(cudaGetDeviceCount(&count), cudaSuccess);
  EXPECT_EQ(launch_own(known_kernel()), cudaErrorDevicesUnavailable);
  EXPECT_EQ(cudaStreamQuery(nullptr), cudaErrorDevicesUnavailable);
  EXPECT_EQ(cudaGetDeviceCount(&count), cudaErrorDevicesUnavailable);
  void* const nvml = dlopen("libnvidia-ml.so.1", RTLD_NOW);
  using HandleOf = decltype(&nvmlDeviceGetHandleByPciBusId_v2);
  nvmlDevice_t device = nullptr;
  EXPECT_EQ(reinterpret_cast<HandleOf>(dlsym(nvml, "nvmlDeviceGetHandleByPciBusId_v2"))("00000000:01:00.0", &device),
            NVML_ERROR_GPU_IS_LOST);
}

}  // namespace
}  // namespace attn::standin
