#include "profiling/cuda/throttle_reasons.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

// The bits are nvml.h's.
TEST(ThrottleReasons, TakesPowerAndHeatForThrottling) {
  for (const uint64_t bit : {0x4, 0x8, 0x20, 0x40, 0x80}) EXPECT_TRUE(is_throttling(bit)) << bit;
  EXPECT_TRUE(is_throttling(0x5));
}

TEST(ThrottleReasons, TakesNoThrottlingFromIdlenessOrAPersonsSetting) {
  for (const uint64_t bit : {0x0, 0x1, 0x2, 0x10, 0x100}) EXPECT_FALSE(is_throttling(bit)) << bit;
}

TEST(ThrottleReasons, NamesEveryBit) {
  EXPECT_EQ(throttle_reason_names(0), "none");
  EXPECT_EQ(throttle_reason_names(0x41), "gpu_idle hw_thermal_slowdown");
  EXPECT_EQ(throttle_reason_names(0x4 | 0x1000), "sw_power_cap 0x1000");
}

}  // namespace
}  // namespace attn
