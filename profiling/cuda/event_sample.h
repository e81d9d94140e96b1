#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "profiling/cuda/gpu_monitor.h"
#include "profiling/cuda/hold_back.h"
#include "profiling/cuda/timed_stream.h"
#include "profiling/forward.h"
#include "profiling/forward_timer.h"

namespace attn {

/// Launches block on the host at about a thousand queued activities; a stream that is held back must stay well below.
inline constexpr int64_t kMostQueued = 512;

/// What the timers measure with, beside the stream.
struct EventTools {
  std::function<double()> host_now_s;                                 ///< steady, in seconds
  std::shared_ptr<const GpuMonitor> monitor;                          ///< may be null: no clocks then
  std::chrono::nanoseconds patience{std::chrono::milliseconds(250)};  ///< how long a stream is held back at most
};

enum class Before { kNothing, kFlush };

/// Takes samples by a pair of events around forwards, with the stream held back until all launches are queued, so that
/// the events see the GPU's time and not the launches'.
///
/// A forward that waits for the GPU can't be held back: the watchdog releases it, and the sample is taken again without
/// and flagged `unblocked`. After two in a row (one may have been a busy host) the stream is not held back any more.
/// Nor is it where it can't be, or when the forwards may queue more than kMostQueued activities.
///
/// Event times are a float of milliseconds: exact to the nanosecond only below 8 ms, and real clocks tick at about
/// 0.5 µs.
class EventSampler {
 public:
  EventSampler(std::unique_ptr<TimedStream> stream, EventTools tools);

  /// `activities` bounds what all the forwards queue. What the forward throws passes through, with nothing held.
  /// Throws std::runtime_error for a time that is none: not finite or not above 0.
  TimedSample sample(const Forward& forward, int64_t forwards, int64_t activities, Before before);

 private:
  enum class Hold { kNo, kYes };
  std::optional<TimedSample> attempt(const Forward& forward, int64_t forwards, Before before, Hold hold);
  double queue(const Forward& forward, int64_t forwards, at::Tensor& output);
  TimedSample read(int64_t forwards, double host_s) const;

  std::unique_ptr<TimedStream> stream_;
  EventTools tools_;
  Watchdog watchdog_;
  int64_t barks_in_a_row_ = 0;
};

}  // namespace attn
