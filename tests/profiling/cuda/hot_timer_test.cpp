#include "profiling/cuda/hot_timer.h"

#include <ATen/ops/from_blob.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/profiling/cuda/fake_tools.h"

namespace attn {
namespace {

TEST(HotBatch, KeepsTo512QueuedActivities) {
  EXPECT_EQ(most_forwards_queued(1), 512);
  EXPECT_EQ(most_forwards_queued(45), 11);  // 495; the naive forward as Python writes it
  EXPECT_EQ(most_forwards_queued(512), 1);
  EXPECT_EQ(most_forwards_queued(10'000), 1);
  EXPECT_EQ(most_forwards_queued(0), 512);
}

TEST(HotBatch, FillsFiveMilliseconds) {
  EXPECT_EQ(hot_batch(60e-6, 512), 84);  // 5 ms / 60 µs is 83.3
  EXPECT_EQ(hot_batch(60e-6, 11), 11);
  EXPECT_EQ(hot_batch(100e-3, 512), 1);
  EXPECT_EQ(hot_batch(1e-12, 512), 512);
}

std::shared_ptr<FakeGpu> make_gpu() {
  auto gpu = std::make_shared<FakeGpu>();
  gpu->launch_s = 30e-6;
  return gpu;
}

TEST(HotTimer, GivesTheMeanOfABatchBackToBack) {
  const auto gpu = make_gpu();
  const auto timer = make_hot_timer(make_fake_stream(gpu), fake_tools(gpu), 6);
  const TimedSample sample = timer->time(fake_forward(gpu, 6, 10e-6));
  EXPECT_EQ(sample.forwards, 84);
  EXPECT_NEAR(sample.time_s, 60e-6, 1e-11);
  EXPECT_NEAR(sample.host_time_s.value(), 180e-6, 1e-11);
  EXPECT_FALSE(sample.unblocked);
}

TEST(HotTimer, KeepsItsBatchAndNeverFlushes) {
  const auto gpu = make_gpu();
  const auto timer = make_hot_timer(make_fake_stream(gpu), fake_tools(gpu), 45);
  EXPECT_EQ(timer->time(fake_forward(gpu, 6, 10e-6)).forwards, 11);
  EXPECT_EQ(timer->time(fake_forward(gpu, 1, 10e-3)).forwards, 11);
  EXPECT_EQ(std::count(gpu->log.begin(), gpu->log.end(), "flush"), 0);
  EXPECT_EQ(gpu->holds, 3);  // one to choose the batch
}

TEST(HotTimer, TakesOneForwardThatIsTooLargeForTheQueueUnblocked) {
  const auto gpu = make_gpu();
  const auto timer = make_hot_timer(make_fake_stream(gpu), fake_tools(gpu), 600);
  const TimedSample sample = timer->time(fake_forward(gpu, 6, 10e-6));
  EXPECT_EQ(sample.forwards, 1);
  EXPECT_TRUE(sample.unblocked);
}

TEST(HotTimer, HoldsOneOutputAtATime) {
  const auto gpu = make_gpu();
  const auto timer = make_hot_timer(make_fake_stream(gpu), fake_tools(gpu), 256);
  float value = 1;
  int alive = 0;
  int most = 0;
  const Forward forward = [&] {
    gpu->launch(10e-6);
    most = std::max(most, ++alive);
    return at::from_blob(&value, {1}, [&](void*) { --alive; });
  };
  EXPECT_EQ(timer->time(forward).forwards, 2);
  EXPECT_EQ(most, 1);
  EXPECT_EQ(alive, 0);
}

}  // namespace
}  // namespace attn
