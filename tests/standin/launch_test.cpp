#include <cuda_runtime_api.h>
#include <gmock/gmock.h>

#include "tests/standin/own_kernel.h"

namespace attn::standin {
namespace {

TEST(StandinDevice, IsTheCardAndSaysThatItIsNone) {
  cudaDeviceProp properties{};
  ASSERT_EQ(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
  EXPECT_STREQ(properties.name, "NVIDIA A100-SXM4-80GB (stand-in)");
  EXPECT_EQ(properties.multiProcessorCount, 108);
  EXPECT_EQ(properties.sharedMemPerBlockOptin, 166912);
  EXPECT_EQ(properties.warpSize, 32);
  int value = 0;
  ASSERT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrMaxGridDimY, 0), cudaSuccess);
  EXPECT_EQ(value, 65535);
  ASSERT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0), cudaSuccess);
  EXPECT_EQ(value, 166912);
  EXPECT_EQ(cudaSetDevice(1), cudaErrorInvalidDevice);
  static_cast<void>(cudaGetLastError());
}

TEST(StandinLaunch, KnowsTheKernelsResources) {
  cudaFuncAttributes attributes{};
  ASSERT_EQ(cudaFuncGetAttributes(&attributes, known_kernel()), cudaSuccess);
  EXPECT_EQ(attributes.numRegs, 255);
  EXPECT_EQ(attributes.sharedSizeBytes, 1024);
  EXPECT_EQ(attributes.maxThreadsPerBlock, 256);
  int blocks = 0;
  // 255 registers take 256 of each thread: 8 warps fill a quarter of the SM each 2, so two blocks of 128 threads.
  ASSERT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, known_kernel(), 128, 0), cudaSuccess);
  EXPECT_EQ(blocks, 2);
}

TEST(StandinLaunch, RefusesAKernelThatTheLibraryHasNoCodeFor) {
  EXPECT_EQ(launch_own(unknown_kernel()), cudaErrorNoKernelImageForDevice);
  EXPECT_EQ(cudaGetLastError(), cudaErrorNoKernelImageForDevice);
  int no_stub = 0;
  EXPECT_EQ(launch_own(&no_stub), cudaErrorInvalidDeviceFunction);
  static_cast<void>(cudaGetLastError());
}

TEST(StandinLaunch, RefusesMoreThanTheCardHas) {
  const auto launch = [](dim3 grid, dim3 block, size_t shared_bytes) {
    return cudaLaunchKernel(known_kernel(), grid, block, nullptr, shared_bytes, nullptr);
  };
  EXPECT_EQ(launch(dim3(1), dim3(128), 0), cudaSuccess);
  EXPECT_EQ(launch(dim3(1), dim3(2048), 0), cudaErrorInvalidConfiguration);
  EXPECT_EQ(launch(dim3(1, 65536), dim3(1), 0), cudaErrorInvalidConfiguration);
  EXPECT_EQ(launch(dim3(1), dim3(512), 0), cudaErrorLaunchOutOfResources) << "512 threads of 255 registers";
  EXPECT_EQ(launch(dim3(1), dim3(128), 100'000), cudaErrorInvalidValue) << "above 48 KiB a kernel has to ask before";
  ASSERT_EQ(cudaFuncSetAttribute(known_kernel(), cudaFuncAttributeMaxDynamicSharedMemorySize, 100'000), cudaSuccess);
  EXPECT_EQ(launch(dim3(1), dim3(128), 100'000), cudaSuccess);
  EXPECT_EQ(cudaFuncSetAttribute(known_kernel(), cudaFuncAttributeMaxDynamicSharedMemorySize, 166'912),
            cudaErrorInvalidValue)
      << "1024 are static";
  static_cast<void>(cudaGetLastError());
}

TEST(StandinLacking, NamesTheFunctionInItsError) {
  EXPECT_EQ(cudaDeviceEnablePeerAccess(0, 0), cudaErrorNotSupported);
  EXPECT_THAT(cudaGetErrorString(cudaErrorNotSupported), testing::HasSubstr("cudaDeviceEnablePeerAccess"));
  EXPECT_EQ(cudaGetLastError(), cudaErrorNotSupported);
  EXPECT_STREQ(cudaGetErrorName(cudaErrorNotReady), "cudaErrorNotReady");
}

}  // namespace
}  // namespace attn::standin
