#include <gtest/gtest.h>

#include "tests/standin/own_kernel.h"

namespace attn::standin {
namespace {

TEST(StandinMemory, IsAsLargeAsTheFaultSays) {
  size_t free = 0;
  size_t total = 0;
  ASSERT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
  EXPECT_EQ(total, 1048576);
  void* memory = nullptr;
  EXPECT_EQ(cudaMalloc(&memory, 1048577), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaMalloc(&memory, 1048576), cudaSuccess);
}

}  // namespace
}  // namespace attn::standin
