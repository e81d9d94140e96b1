#include "profiling/occupancy.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

/// An A100 (NVIDIA's programming guide, table of technical specifications per compute capability).
SmLimits sm_80() {
  SmLimits limits;
  limits.major = 8;
  limits.minor = 0;
  limits.registers_per_sm = 65'536;
  limits.shared_bytes_per_sm = 167'936;
  limits.shared_bytes_per_block_optin = 166'912;
  limits.reserved_shared_bytes_per_block = 1024;
  limits.max_threads_per_sm = 2048;
  return limits;
}

Launch kernel(int64_t registers, int64_t threads, int64_t dynamic_shared_bytes) {
  Launch launch;
  launch.kind = LaunchKind::kKernel;
  launch.grid = {1, 1, 1};
  launch.block = {threads, 1, 1};
  launch.registers = registers;
  launch.static_shared_bytes = 0;
  launch.dynamic_shared_bytes = dynamic_shared_bytes;
  return launch;
}

// 255 registers are given out as 256: 32,768 for 128 threads, two of which fill the 65,536. 8 of 64 warps.
TEST(Occupancy, OfFlashAttentionIsAnEighth) {
  const auto occupancy = occupancy_of(kernel(255, 128, 49'152), sm_80());
  ASSERT_TRUE(occupancy.has_value());
  EXPECT_EQ(occupancy->blocks_per_sm, 2);
  EXPECT_DOUBLE_EQ(occupancy->occupancy, 0.125);
  EXPECT_EQ(occupancy->limiter, "registers");
}

// Reported of profilers: 0 % as soon as a kernel has more than the 48 KiB that need no asking.
TEST(Occupancy, IsNotZeroAbove48KiBOfSharedMemory) {
  for (const int64_t shared_bytes : {49'153, 50'000, 98'304, 166'912}) {
    const auto occupancy = occupancy_of(kernel(32, 128, shared_bytes), sm_80());
    ASSERT_TRUE(occupancy.has_value()) << shared_bytes;
    EXPECT_GE(occupancy->blocks_per_sm, 1) << shared_bytes;
    EXPECT_EQ(occupancy->limiter, "shared memory") << shared_bytes;
  }
  // With 1,024 for the driver each: 51,024 goes three times into 167,936, 99,328 once.
  EXPECT_EQ(occupancy_of(kernel(32, 128, 50'000), sm_80())->blocks_per_sm, 3);
  EXPECT_EQ(occupancy_of(kernel(32, 128, 98'304), sm_80())->blocks_per_sm, 1);
}

TEST(Occupancy, CountsStaticSharedMemoryToo) {
  Launch launch = kernel(32, 128, 32'768);
  launch.static_shared_bytes = 49'152;
  EXPECT_EQ(occupancy_of(launch, sm_80())->blocks_per_sm, 2);  // 82,944 each
}

TEST(Occupancy, NamesWarpsAndBlocksAsLimiters) {
  // 16 warps of 64, four times: nothing else is short.
  const auto full = occupancy_of(kernel(32, 512, 0), sm_80());
  EXPECT_EQ(full->blocks_per_sm, 4);
  EXPECT_DOUBLE_EQ(full->occupancy, 1);
  EXPECT_EQ(full->limiter, "registers and warps");  // 32 registers of 2,048 threads are 65,536, all there are
  EXPECT_EQ(occupancy_of(kernel(16, 512, 0), sm_80())->limiter, "warps");
  // 32 blocks of a warp each.
  const auto small = occupancy_of(kernel(16, 32, 0), sm_80());
  EXPECT_EQ(small->blocks_per_sm, 32);
  EXPECT_DOUBLE_EQ(small->occupancy, 0.5);
  EXPECT_EQ(small->limiter, "blocks");
}

TEST(Occupancy, CountsThreadsOfAllThreeDimensionsAndWholeWarps) {
  Launch launch = kernel(16, 0, 0);
  launch.block = {32, 4, 2};
  EXPECT_EQ(occupancy_of(launch, sm_80())->blocks_per_sm, 8);
  launch.block = {33, 1, 1};  // two warps
  EXPECT_DOUBLE_EQ(occupancy_of(launch, sm_80())->occupancy, 1);
}

TEST(Occupancy, IsUnknownWithoutRegistersOrForWhatIsNoKernel) {
  Launch launch = kernel(32, 128, 0);
  launch.registers.reset();
  EXPECT_EQ(occupancy_of(launch, sm_80()), std::nullopt);
  launch = kernel(32, 128, 0);
  launch.kind = LaunchKind::kLibrary;
  EXPECT_EQ(occupancy_of(launch, sm_80()), std::nullopt);
  launch = kernel(32, 128, 0);
  launch.block.reset();
  EXPECT_EQ(occupancy_of(launch, sm_80()), std::nullopt);
}

TEST(Occupancy, IsUnknownOnAnArchitectureThatThisCudaDoesNotKnow) {
  SmLimits limits = sm_80();
  limits.major = 99;
  EXPECT_EQ(occupancy_of(kernel(32, 128, 0), limits), std::nullopt);
}

}  // namespace
}  // namespace attn
