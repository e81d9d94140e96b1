#include "profiling/cuda/hold_back.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <semaphore>
#include <stdexcept>
#include <thread>

#include "tests/profiling/cuda/fake_stream.h"

namespace attn {
namespace {

using namespace std::chrono_literals;

TEST(Watchdog, BarksWhenNobodyStopsIt) {
  std::binary_semaphore barked(0);
  Watchdog watchdog(1ms, [&] { barked.release(); });
  watchdog.start();
  EXPECT_TRUE(barked.try_acquire_for(30s));
  EXPECT_TRUE(watchdog.stop());
}

TEST(Watchdog, KeepsQuietWhenStoppedInTime) {
  int barks = 0;
  {
    Watchdog watchdog(1h, [&] { ++barks; });
    watchdog.start();
    EXPECT_FALSE(watchdog.stop());
  }
  EXPECT_EQ(barks, 0);
}

TEST(Watchdog, IsStartedAgainAfterItBarked) {
  std::counting_semaphore<2> barked(0);
  Watchdog watchdog(1ms, [&] { barked.release(); });
  for (int round = 0; round < 2; ++round) {
    watchdog.start();
    EXPECT_TRUE(barked.try_acquire_for(30s)) << round;
    EXPECT_TRUE(watchdog.stop()) << round;
  }
}

TEST(Watchdog, CountsItsPatienceFromTheLastStart) {
  std::atomic<int> barks = 0;
  Watchdog watchdog(200ms, [&] { ++barks; });
  // The deadlines of the stopped starts pass while the thread sleeps towards them; none may bark.
  const auto end = std::chrono::steady_clock::now() + 500ms;
  int stalls = 0;  // a machine so busy that 200 ms passed between start and stop: then it barks rightly
  while (std::chrono::steady_clock::now() < end) {
    watchdog.start();
    if (watchdog.stop()) ++stalls;
  }
  std::this_thread::sleep_for(300ms);
  EXPECT_EQ(barks, stalls);
}

struct Held {
  explicit Held(std::chrono::nanoseconds patience) : watchdog(patience, [this] { stream->release(); }) {}
  std::shared_ptr<FakeGpu> gpu = std::make_shared<FakeGpu>();
  std::unique_ptr<TimedStream> stream = make_fake_stream(gpu);
  Watchdog watchdog;
};

TEST(HoldBack, HoldsTheStreamUntilItsEnd) {
  Held held(1h);
  HoldBack hold(*held.stream, held.watchdog);
  EXPECT_TRUE(held.gpu->held());
  EXPECT_TRUE(hold.end());
  EXPECT_FALSE(held.gpu->held());
}

TEST(HoldBack, ReleasesTheStreamWhateverIsThrown) {
  Held held(1h);
  try {
    const HoldBack hold(*held.stream, held.watchdog);
    throw std::runtime_error("a forward fails");
  } catch (const std::runtime_error&) {
  }
  EXPECT_FALSE(held.gpu->held());
}

TEST(HoldBack, LetsAWaitForTheStreamReturnAndSaysThatItDid) {
  Held held(1ms);
  HoldBack hold(*held.stream, held.watchdog);
  held.gpu->synchronize();  // for ever without the watchdog
  EXPECT_FALSE(hold.end());
}

TEST(HoldBack, KnowsAStreamThatCannotBeHeld) {
  Held held(1h);
  held.gpu->can_hold = false;
  HoldBack hold(*held.stream, held.watchdog);
  EXPECT_FALSE(hold.holding());
  EXPECT_FALSE(hold.end());
}

}  // namespace
}  // namespace attn
