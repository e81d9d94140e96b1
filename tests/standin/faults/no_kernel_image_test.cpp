#include <gtest/gtest.h>

#include "tests/standin/own_kernel.h"

namespace attn::standin {
namespace {

TEST(StandinLaunch, FindsNoCodeForTheCard) {
  EXPECT_EQ(launch_own(known_kernel()), cudaErrorNoKernelImageForDevice);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

}  // namespace
}  // namespace attn::standin
