#include <gtest/gtest.h>

#include "tests/standin/own_kernel.h"

namespace attn::standin {
namespace {

TEST(StandinLaunchError, ComesAtTheNthLaunchAndStays) {
  void* memory = nullptr;
  EXPECT_EQ(launch_own(known_kernel()), cudaSuccess);
  EXPECT_EQ(launch_own(known_kernel()), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(launch_own(known_kernel()), cudaErrorLaunchFailure);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
  EXPECT_EQ(cudaMalloc(&memory, 64), cudaErrorLaunchFailure);
  int device = 1;
  EXPECT_EQ(cudaGetDevice(&device), cudaSuccess);
  EXPECT_EQ(cudaGetLastError(), cudaErrorLaunchFailure);
  EXPECT_EQ(cudaGetLastError(), cudaErrorLaunchFailure) << "asking doesn't take it away";
}

}  // namespace
}  // namespace attn::standin
