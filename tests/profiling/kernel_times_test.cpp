#include "profiling/kernel_times.h"

#include <gtest/gtest.h>

#include "tests/profiling/example_profile.h"

namespace attn {
namespace {

TEST(KernelTimes, AreAddedUpByNameTheLongestFirst) {
  ExampleProfile example = example_of_two_forwards();
  example.profile.launches[4].span->end_ns += 400;  // the second mul: 500 ns
  const std::vector<KernelTimes> kernels = kernel_times_of(example.profile, DeviceTimes::kReal);
  ASSERT_EQ(kernels.size(), 3U);
  EXPECT_EQ(kernels[0].name, "gemm");  // 600 ns as mul, and launched first
  EXPECT_EQ(kernels[1].name, "mul");
  EXPECT_EQ(kernels[1].calls, 2);
  EXPECT_NEAR(kernels[1].times->total_s, 600e-9, 1e-18);
  EXPECT_NEAR(kernels[1].times->mean_s, 300e-9, 1e-18);
  EXPECT_NEAR(kernels[1].times->min_s, 100e-9, 1e-18);
  EXPECT_NEAR(kernels[1].times->max_s, 500e-9, 1e-18);
  EXPECT_EQ(kernels[2].name, "Memcpy DtoD");
  EXPECT_EQ(kernels[2].kind, LaunchKind::kMemcpy);
}

TEST(KernelTimes, LeaveOutALaunchOfNoKnownForward) {
  ExampleProfile example = example_of_two_forwards();
  example.profile.launches[4].iteration.reset();
  const std::vector<KernelTimes> kernels = kernel_times_of(example.profile, DeviceTimes::kReal);
  EXPECT_EQ(kernels[1].name, "mul");
  EXPECT_EQ(kernels[1].calls, 1);
}

TEST(KernelTimes, TellAKernelFromALibraryCallOfTheSameName) {
  ExampleProfile example = example_of_two_forwards();
  example.profile.launches[0].kind = LaunchKind::kLibrary;
  EXPECT_EQ(kernel_times_of(example.profile, DeviceTimes::kReal).size(), 4U);
}

TEST(KernelTimes, OfANameWithALostSpanAreNotKnownAndComeLast) {
  for (const size_t lost : {0U, 3U}) {  // the first or the last gemm
    ExampleProfile example = example_of_two_forwards();
    example.profile.launches[lost].span.reset();
    const std::vector<KernelTimes> kernels = kernel_times_of(example.profile, DeviceTimes::kReal);
    EXPECT_EQ(kernels[2].name, "gemm");
    EXPECT_EQ(kernels[2].calls, 2);
    EXPECT_FALSE(kernels[2].times);
    EXPECT_TRUE(kernels[0].times);
  }
}

TEST(KernelTimes, OnAVirtualClockAreCountsInTheOrderOfLaunch) {
  const std::vector<KernelTimes> kernels = kernel_times_of(example_of_two_forwards().profile, DeviceTimes::kVirtual);
  ASSERT_EQ(kernels.size(), 3U);
  EXPECT_EQ(kernels[2].name, "Memcpy DtoD");
  EXPECT_EQ(kernels[2].calls, 2);
  EXPECT_FALSE(kernels[0].times);
}

TEST(KernelTimes, OfAnEmptyProfileAreNone) {
  EXPECT_TRUE(kernel_times_of({}, DeviceTimes::kReal).empty());
}

}  // namespace
}  // namespace attn
