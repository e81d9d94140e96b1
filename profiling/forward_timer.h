#pragma once

#include <cstdint>
#include <optional>

#include "profiling/forward.h"

namespace attn {

/// One timed sample.
struct TimedSample {
  double time_s = 0;                  ///< of one forward: steady clock on a CPU, CUDA events on a GPU
  std::optional<double> host_time_s;  ///< of one call on the host, where that is not the same thing
  int64_t forwards = 1;               ///< forwards that the sample is a mean of
  std::optional<double> sm_clock_hz;
  bool unblocked = false;  ///< the stream should have been held back until the launches were queued, and was not
  bool throttled = false;  ///< the GPU slowed its clocks for power or heat during the sample
};

/// Times forwards. The open set behind the sampler: a CPU, a GPU with a cold or a hot cache, a clock in a test's hand.
class ForwardTimer {
 public:
  virtual ~ForwardTimer() = default;

  /// Runs the forward and times it; the output is freed outside the timed region (all but the last one, when the sample
  /// holds several forwards). What the forward throws passes through, with the timer ready for the next call.
  virtual TimedSample time(const Forward& forward) = 0;
};

}  // namespace attn
