#include "profiling/cpu/wall_clock_timer.h"

#include <ATen/ops/empty_ops.h>
#include <ATen/ops/from_blob.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace attn {
namespace {

/// Counts how often it is asked; each reading is 3 ms after the one before.
struct CountingClock {
  using duration = std::chrono::microseconds;
  using time_point = std::chrono::time_point<CountingClock, duration>;
  static inline int64_t readings = 0;
  static time_point now() { return time_point(duration(3000 * ++readings)); }
};

class WallClockTimerTest : public testing::Test {
 protected:
  WallClockTimerTest() { CountingClock::readings = 0; }
  WallClockTimer<CountingClock> timer_;
};

TEST_F(WallClockTimerTest, GivesTheTimeBetweenItsTwoReadings) {
  const TimedSample sample = timer_.time([] { return at::Tensor(); });
  EXPECT_DOUBLE_EQ(sample.time_s, 0.003);
  EXPECT_EQ(sample.forwards, 1);
  EXPECT_EQ(CountingClock::readings, 2);
}

TEST_F(WallClockTimerTest, LeavesOutWhatAGpuHas) {
  const TimedSample sample = timer_.time([] { return at::Tensor(); });
  EXPECT_EQ(sample.host_time_s, std::nullopt);
  EXPECT_EQ(sample.sm_clock_hz, std::nullopt);
  EXPECT_FALSE(sample.unblocked);
  EXPECT_FALSE(sample.throttled);
}

TEST_F(WallClockTimerTest, CallsTheForwardBetweenTheReadings) {
  int64_t readings_in_forward = 0;
  timer_.time([&] {
    readings_in_forward = CountingClock::readings;
    return at::Tensor();
  });
  EXPECT_EQ(readings_in_forward, 1);
}

TEST_F(WallClockTimerTest, FreesTheOutputAfterTheSecondReading) {
  float value = 0;
  int64_t readings_when_freed = 0;
  const auto note = [&](void*) { readings_when_freed = CountingClock::readings; };
  timer_.time([&] { return at::from_blob(&value, {1}, note); });
  EXPECT_EQ(readings_when_freed, 2);
}

TEST_F(WallClockTimerTest, IsReadyAgainAfterAForwardThatThrew) {
  EXPECT_THROW(timer_.time([]() -> at::Tensor { throw std::runtime_error("no"); }), std::runtime_error);
  EXPECT_DOUBLE_EQ(timer_.time([] { return at::Tensor(); }).time_s, 0.003);
}

}  // namespace
}  // namespace attn
