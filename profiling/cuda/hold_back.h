#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "profiling/cuda/timed_stream.h"

namespace attn {

/// Calls `bark` from a thread of its own when stop() has not come within `patience` of start(), once a start.
class Watchdog {
 public:
  Watchdog(std::chrono::nanoseconds patience, std::function<void()> bark);

  void start();
  /// Returns whether it barked. After it, it won't.
  bool stop();

 private:
  void watch(const std::stop_token& ending);

  const std::chrono::nanoseconds patience_;
  const std::function<void()> bark_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  bool barked_ = false;
  bool idle_ = false;
  std::jthread thread_;  ///< last: it uses the rest, and ends before it
};

/// Holds a stream back while forwards are queued on it, so that the GPU then finds all launches waiting and no time is
/// spent on it between them. A forward that waits for the GPU would wait for ever: the watchdog releases the stream
/// then. Released at the latest when this goes out of scope, whatever is thrown.
class HoldBack {
 public:
  /// `watchdog` releases this stream when it barks.
  HoldBack(TimedStream& stream, Watchdog& watchdog);
  ~HoldBack();
  HoldBack(const HoldBack&) = delete;
  HoldBack& operator=(const HoldBack&) = delete;

  bool holding() const { return holding_; }  ///< false from the start where the stream can't be held
  /// Releases the stream; returns whether it had been held until now.
  bool end();

 private:
  TimedStream& stream_;
  Watchdog& watchdog_;
  bool holding_;
};

}  // namespace attn
