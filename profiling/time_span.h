#pragma once

#include <cstdint>

namespace attn {

inline constexpr double kSecondsPerNs = 1e-9;

/// In nanoseconds of Unix time, the clock of CUPTI's records; a double could not hold such a number to the nanosecond.
/// On a stand-in GPU, what happens on the device is on the stand-in's virtual clock.
struct TimeSpan {
  int64_t begin_ns = 0;
  int64_t end_ns = 0;

  friend bool operator==(const TimeSpan&, const TimeSpan&) = default;
};

/// How long it is, in nanoseconds and in seconds.
inline int64_t length_ns(const TimeSpan& span) {
  return span.end_ns - span.begin_ns;
}
inline double length_s(const TimeSpan& span) {
  return static_cast<double>(length_ns(span)) * kSecondsPerNs;
}

}  // namespace attn
