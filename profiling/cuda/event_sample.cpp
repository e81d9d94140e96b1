#include "profiling/cuda/event_sample.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>
#include <utility>

namespace attn {

namespace {
constexpr int64_t kBarksUntilGivingUp = 2;
}

EventSampler::EventSampler(std::unique_ptr<TimedStream> stream, EventTools tools)
    : stream_(std::move(stream)),
      tools_(std::move(tools)),
      watchdog_(tools_.patience, [s = stream_.get()] { s->release(); }) {}

TimedSample EventSampler::sample(const Forward& forward, int64_t forwards, int64_t activities, Before before) {
  const bool may_hold = activities <= kMostQueued && barks_in_a_row_ < kBarksUntilGivingUp;
  if (may_hold) {
    if (const auto held = attempt(forward, forwards, before, Hold::kYes)) {
      barks_in_a_row_ = 0;
      return *held;
    }
    ++barks_in_a_row_;
  }
  return *attempt(forward, forwards, before, Hold::kNo);
}

// Nothing when the watchdog released the stream: the host's time then holds the wait for it.
std::optional<TimedSample> EventSampler::attempt(const Forward& forward, int64_t forwards, Before before, Hold hold) {
  at::Tensor output;  // of the last forward: freed after the time is taken
  if (before == Before::kFlush) stream_->flush_cache();
  std::optional<HoldBack> held;
  if (hold == Hold::kYes) held.emplace(*stream_, watchdog_);
  const bool holding = held && held->holding();

  stream_->record_start();
  const double host_s = queue(forward, forwards, output);
  stream_->record_stop();

  const bool barked = holding && !held->end();
  stream_->synchronize();
  if (barked) return std::nullopt;
  TimedSample sample = read(forwards, host_s);
  sample.unblocked = !holding;
  return sample;
}

// Returns the seconds that the calls took on the host. Each output is freed before the next call, outside that time.
double EventSampler::queue(const Forward& forward, int64_t forwards, at::Tensor& output) {
  double host_s = 0;
  for (int64_t i = 0; i < forwards; ++i) {
    output.reset();
    const double start_s = tools_.host_now_s();
    output = forward();
    host_s += tools_.host_now_s() - start_s;
  }
  return host_s;
}

// The clocks are asked for when the GPU has just finished: asking while it works would disturb the host that queues the
// next launches, and the clock does not fall within the microseconds between.
TimedSample EventSampler::read(int64_t forwards, double host_s) const {
  const double total_s = stream_->elapsed_s();
  if (!std::isfinite(total_s) || total_s <= 0) {
    throw std::runtime_error(
        fmt::format("the events around {} forwards are {} s apart, which is no time", forwards, total_s));
  }
  TimedSample sample;
  sample.time_s = total_s / static_cast<double>(forwards);
  sample.host_time_s = host_s / static_cast<double>(forwards);
  sample.forwards = forwards;
  if (tools_.monitor) {
    sample.sm_clock_hz = tools_.monitor->sm_clock_hz();
    sample.throttled = tools_.monitor->throttled();
  }
  return sample;
}

}  // namespace attn
