#include "profiling/cuda/cold_timer.h"

#include <ATen/ops/from_blob.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "tests/profiling/cuda/fake_tools.h"

namespace attn {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

// 6 launches of 10 µs, each taking the host 30 µs: held back 60 µs on the GPU; not held, the last begins at 180 µs and
// ends at 190. Either way the call takes the host 180 µs.
constexpr int kLaunches = 6;
constexpr double kWorkSeconds = 10e-6;
constexpr double kLaunchSeconds = 30e-6;

std::shared_ptr<FakeGpu> make_gpu() {
  auto gpu = std::make_shared<FakeGpu>();
  gpu->launch_s = kLaunchSeconds;
  gpu->flush_s = 1e-3;
  return gpu;
}

std::unique_ptr<ForwardTimer> make_timer(const std::shared_ptr<FakeGpu>& gpu, int64_t ops = kLaunches) {
  return make_cold_timer(make_fake_stream(gpu), fake_tools(gpu), ops);
}

TEST(ColdTimer, SeesTheGpusTimeAndNotTheLaunches) {
  const auto gpu = make_gpu();
  const TimedSample sample = make_timer(gpu)->time(fake_forward(gpu, kLaunches, kWorkSeconds));
  EXPECT_NEAR(sample.time_s, 60e-6, 1e-12);
  EXPECT_NEAR(sample.host_time_s.value(), 180e-6, 1e-12);
  EXPECT_EQ(sample.forwards, 1);
  EXPECT_FALSE(sample.unblocked);
  EXPECT_FALSE(sample.sm_clock_hz);
}

TEST(ColdTimer, FlushesBeforeTheEventsAndHoldsOnlyTheForward) {
  const auto gpu = make_gpu();
  make_timer(gpu)->time(fake_forward(gpu, kLaunches, kWorkSeconds));
  EXPECT_THAT(gpu->log, ElementsAre("flush", "hold", "start", "stop", "synchronize"));
}

TEST(ColdTimer, FlagsASampleOfAStreamThatCannotBeHeld) {
  const auto gpu = make_gpu();
  gpu->can_hold = false;
  gpu->flush_s = 0;
  const TimedSample sample = make_timer(gpu)->time(fake_forward(gpu, kLaunches, kWorkSeconds));
  EXPECT_TRUE(sample.unblocked);
  EXPECT_NEAR(sample.time_s, 190e-6, 1e-12);
  EXPECT_NEAR(sample.host_time_s.value(), 180e-6, 1e-12);
}

TEST(ColdTimer, DoesNotHoldMoreThanTheQueueTakes) {
  const auto gpu = make_gpu();
  const auto forward = fake_forward(gpu, kLaunches, kWorkSeconds);
  EXPECT_FALSE(make_timer(gpu, 512)->time(forward).unblocked);
  EXPECT_TRUE(make_timer(gpu, 513)->time(forward).unblocked);
  EXPECT_EQ(gpu->holds, 1);
}

TEST(ColdTimer, NeverWaitsForEverForAForwardThatWaitsForTheGpu) {
  const auto gpu = make_gpu();
  EventTools tools = fake_tools(gpu);
  tools.patience = 1ms;
  const auto timer = make_cold_timer(make_fake_stream(gpu), tools, kLaunches);
  const Forward waits = [gpu] {
    gpu->launch(kWorkSeconds);
    gpu->synchronize();
    gpu->launch(kWorkSeconds);
    return at::Tensor();
  };
  const TimedSample first = timer->time(waits);
  EXPECT_TRUE(first.unblocked);
  // Launch 30, work to 40, back on the host and launch to 70, work to 80.
  gpu->flush_s = 0;
  EXPECT_NEAR(timer->time(waits).time_s, 80e-6, 1e-12);
  timer->time(waits);
  timer->time(waits);
  EXPECT_EQ(gpu->holds, 2) << "after two in a row the stream is not held any more";
}

TEST(ColdTimer, ForgivesASingleDelay) {
  const auto gpu = make_gpu();
  EventTools tools = fake_tools(gpu);
  tools.patience = 500ms;  // more than a busy machine delays a call of microseconds
  const auto timer = make_cold_timer(make_fake_stream(gpu), tools, kLaunches);
  int calls = 0;
  const Forward waits_now_and_then = [&] {
    gpu->launch(kWorkSeconds);
    if (++calls % 4 == 1) gpu->synchronize();  // each time it is then taken again, without
    return at::Tensor();
  };
  // Calls 1 (delayed) and 2; 3; 4; 5 (delayed) and 6; 7.
  std::vector<bool> unblocked;
  for (int i = 0; i < 5; ++i) unblocked.push_back(timer->time(waits_now_and_then).unblocked);
  EXPECT_THAT(unblocked, ElementsAre(true, false, false, true, false));
}

TEST(ColdTimer, PassesOnWhatTheForwardThrowsAndIsReadyAgain) {
  const auto gpu = make_gpu();
  const auto timer = make_timer(gpu);
  const Forward fails = [gpu]() -> at::Tensor {
    gpu->launch(kWorkSeconds);
    throw std::domain_error("no");
  };
  EXPECT_THROW(timer->time(fails), std::domain_error);
  EXPECT_FALSE(gpu->held());
  EXPECT_NEAR(timer->time(fake_forward(gpu, kLaunches, kWorkSeconds)).time_s, 60e-6, 1e-12);
}

TEST(ColdTimer, FreesTheOutputAfterTheTime) {
  const auto gpu = make_gpu();
  float value = 1;
  const Forward forward = [&] {
    gpu->launch(kWorkSeconds);
    return at::from_blob(&value, {1}, [&](void*) { gpu->log.push_back("free"); });
  };
  make_timer(gpu)->time(forward);
  EXPECT_THAT(gpu->log, ElementsAre("flush", "hold", "start", "stop", "synchronize", "free"));
}

TEST(ColdTimer, RefusesATimeOfZero) {
  const auto gpu = make_gpu();
  EXPECT_THROW(make_timer(gpu)->time(fake_forward(gpu, 0, 0)), std::runtime_error);
}

class FakeMonitor : public GpuMonitor {
 public:
  explicit FakeMonitor(std::shared_ptr<FakeGpu> gpu) : gpu_(std::move(gpu)) {}
  std::optional<double> sm_clock_hz() const override {
    gpu_->log.push_back("clock");
    return 1.41e9;
  }
  bool throttled() const override { return true; }

 private:
  std::shared_ptr<FakeGpu> gpu_;
};

TEST(ColdTimer, TakesTheClockAfterTheForwardOfEachSample) {
  const auto gpu = make_gpu();
  EventTools tools = fake_tools(gpu);
  tools.monitor = std::make_shared<FakeMonitor>(gpu);
  const auto timer = make_cold_timer(make_fake_stream(gpu), tools, kLaunches);
  const TimedSample sample = timer->time(fake_forward(gpu, kLaunches, kWorkSeconds));
  EXPECT_EQ(sample.sm_clock_hz, 1.41e9);
  EXPECT_TRUE(sample.throttled);
  EXPECT_THAT(gpu->log, ElementsAre("flush", "hold", "start", "stop", "synchronize", "clock"));
}

}  // namespace
}  // namespace attn
