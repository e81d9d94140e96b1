#pragma once

#include <chrono>

#include "profiling/forward_timer.h"

namespace attn {

/// Times one forward a sample by a clock of the standard's shape (std::chrono::steady_clock; a counting one in tests).
/// Where the work is done when the call returns, on a CPU, host and device time are the same and host_time_s is empty.
template <typename Clock>
class WallClockTimer final : public ForwardTimer {
 public:
  TimedSample time(const Forward& forward) override {
    const auto begin = Clock::now();
    const at::Tensor output = forward();
    const auto end = Clock::now();
    TimedSample sample;
    sample.time_s = std::chrono::duration<double>(end - begin).count();
    return sample;
  }
};

}  // namespace attn
