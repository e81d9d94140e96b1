#pragma once

#include <vector>

#include "benchmarks/sampler.h"

namespace attn {

/// A clock that a test moves, and a timer whose forwards take what the test says.
class ClockInHand : public ForwardTimer {
 public:
  /// Each forward takes the next of the times (the last one again and again), and its call `overhead_s` more.
  explicit ClockInHand(std::vector<double> times_s, double overhead_s = 0)
      : times_s_(std::move(times_s)), overhead_s_(overhead_s) {}

  TimedSample time(const Forward& forward) override {
    forward();
    const double time_s = times_s_[calls < times_s_.size() ? calls : times_s_.size() - 1];
    ++calls;
    now_s += time_s + overhead_s_;
    return {.time_s = time_s, .host_time_s = {}, .sm_clock_hz = {}};
  }

  SamplerSurroundings surroundings() {
    return {.now_s = [this] { return now_s; },
            .usage = [this] { return usage; },
            .interrupted = [this] { return calls >= interrupt_after; }};
  }

  double now_s = 100;
  ProcessUsage usage;
  size_t calls = 0;
  size_t interrupt_after = size_t(-1);

 private:
  std::vector<double> times_s_;
  double overhead_s_;
};

}  // namespace attn
