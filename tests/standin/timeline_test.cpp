#include "standin/timeline.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace attn::standin {
namespace {

using namespace std::chrono_literals;

constexpr int64_t kActivityNs = 1000;

class TimelineOfAGpu : public testing::Test {
 protected:
  AwaitedWord next_word() { return {.word = &word_, .value = ++awaited_}; }
  void release() { std::atomic_ref<uint32_t>(word_).store(awaited_); }

  Timeline timeline_{kActivityNs, std::nullopt};
  Handle stream_ = timeline_.create_stream(false, 0);
  uint32_t word_ = 0;
  uint32_t awaited_ = 0;
};

TEST_F(TimelineOfAGpu, PilesActivitiesUpBackToBackWhileHeld) {
  ASSERT_TRUE(timeline_.hold(stream_, next_word()));
  const Interval first = timeline_.queue_activity(stream_).value();
  std::this_thread::sleep_for(2ms);
  const Interval second = timeline_.queue_activity(stream_).value();
  EXPECT_EQ(first.end_ns - first.start_ns, kActivityNs);
  EXPECT_EQ(second.start_ns, first.end_ns);
}

TEST_F(TimelineOfAGpu, StartsAnActivityNowWhenNotHeld) {
  const Interval first = timeline_.queue_activity(stream_).value();
  std::this_thread::sleep_for(2ms);
  const int64_t before_ns = now_ns();
  const Interval second = timeline_.queue_activity(stream_).value();
  EXPECT_GE(second.start_ns, before_ns);
  EXPECT_LE(second.start_ns, now_ns());
  EXPECT_GT(second.start_ns, first.end_ns);
}

TEST_F(TimelineOfAGpu, IsNotReadyBeforeTheWordComes) {
  const Handle event = timeline_.create_event(true);
  EXPECT_EQ(timeline_.event_readiness(event), Readiness::kNotRecorded);
  timeline_.hold(stream_, next_word());
  timeline_.record(event, stream_);
  std::this_thread::sleep_for(2ms);
  EXPECT_EQ(timeline_.stream_readiness(stream_), Readiness::kNotReady);
  EXPECT_EQ(timeline_.event_readiness(event), Readiness::kNotReady);
  release();
  EXPECT_EQ(timeline_.stream_readiness(stream_), Readiness::kReady);
  EXPECT_EQ(timeline_.event_readiness(event), Readiness::kReady);
}

TEST_F(TimelineOfAGpu, IsNotReadyBeforeItsTimeHasCome) {
  Timeline slow(50'000'000, std::nullopt);
  const Handle stream = slow.create_stream(false, 0);
  const Interval activity = slow.queue_activity(stream).value();
  EXPECT_EQ(slow.stream_readiness(stream), Readiness::kNotReady);
  slow.synchronize_stream(stream);
  EXPECT_GE(now_ns(), activity.end_ns);
}

TEST_F(TimelineOfAGpu, WaitsForAnEventOfAHeldStream) {
  const Handle other = timeline_.create_stream(false, 0);
  const Handle event = timeline_.create_event(false);
  timeline_.hold(stream_, next_word());
  const Interval activity = timeline_.queue_activity(stream_).value();
  timeline_.record(event, stream_);
  ASSERT_TRUE(timeline_.wait(other, event));
  EXPECT_GE(timeline_.queue_activity(other)->start_ns, activity.end_ns);
  std::this_thread::sleep_for(1ms);
  EXPECT_EQ(timeline_.stream_readiness(other), Readiness::kNotReady);
  release();
  timeline_.synchronize_all();
  EXPECT_EQ(timeline_.stream_readiness(other), Readiness::kReady);
}

TEST_F(TimelineOfAGpu, KeepsAnEventHeldByTheWaitBeforeItAlone) {
  const Handle event = timeline_.create_event(true);
  timeline_.hold(stream_, next_word());
  timeline_.record(event, stream_);
  release();
  timeline_.hold(stream_, next_word());
  EXPECT_EQ(timeline_.event_readiness(event), Readiness::kReady);
  EXPECT_EQ(timeline_.stream_readiness(stream_), Readiness::kNotReady);
}

TEST_F(TimelineOfAGpu, HasTheDefaultStreamWaitForTheBlockingOnes) {
  const Handle blocking = timeline_.create_stream(true, 0);
  timeline_.hold(blocking, next_word());
  const Interval first = timeline_.queue_activity(blocking).value();
  EXPECT_GE(timeline_.queue_activity(nullptr)->start_ns, first.end_ns);
  EXPECT_EQ(timeline_.stream_readiness(nullptr), Readiness::kNotReady);
  EXPECT_EQ(timeline_.stream_readiness(stream_), Readiness::kReady) << "a stream that doesn't block goes on";
}

TEST_F(TimelineOfAGpu, ComparesTheWordAsTheDriverDoes) {
  uint32_t word = 6;
  const auto has_come = [&](uint32_t value, Comparison how) {
    return AwaitedWord{.word = &word, .value = value, .comparison = how}.has_come();
  };
  EXPECT_TRUE(has_come(6, Comparison::kGreaterOrEqual));
  EXPECT_FALSE(has_come(7, Comparison::kGreaterOrEqual));
  EXPECT_TRUE(has_come(0xfffffff0, Comparison::kGreaterOrEqual)) << "the counter may wrap";
  EXPECT_TRUE(has_come(6, Comparison::kEqual));
  EXPECT_FALSE(has_come(5, Comparison::kEqual));
  EXPECT_TRUE(has_come(2, Comparison::kAnd));
  EXPECT_FALSE(has_come(8, Comparison::kAnd));
  EXPECT_TRUE(has_come(1, Comparison::kNor));
  EXPECT_FALSE(has_come(~6u, Comparison::kNor));
}

TEST_F(TimelineOfAGpu, RefusesWhatItDoesNotKnow) {
  int nobody = 0;
  EXPECT_FALSE(timeline_.queue_activity(&nobody));
  EXPECT_FALSE(timeline_.record(&nobody, stream_));
  EXPECT_FALSE(timeline_.destroy_stream(nullptr)) << "the default stream stays";
  EXPECT_TRUE(timeline_.destroy_stream(stream_));
  EXPECT_FALSE(timeline_.knows_stream(stream_));
}

}  // namespace
}  // namespace attn::standin
