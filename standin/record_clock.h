#pragma once

#include <cupti.h>

#include <cstdint>
#include <mutex>
#include <optional>

namespace attn::standin {

/// From CLOCK_REALTIME to the clock that records are dated by, near the time at which it was made.
class RecordTime {
 public:
  RecordTime() = default;  ///< records have CLOCK_REALTIME
  RecordTime(int64_t now_ns, uint64_t ticks, double ticks_per_ns)
      : now_ns_(now_ns), ticks_(ticks), ticks_per_ns_(ticks_per_ns) {}

  uint64_t operator()(int64_t realtime_ns) const {
    const double ticks_from_now = static_cast<double>(realtime_ns - now_ns_) * ticks_per_ns_;
    return ticks_ ? *ticks_ + static_cast<uint64_t>(static_cast<int64_t>(ticks_from_now))
                  : static_cast<uint64_t>(realtime_ns);
  }

 private:
  int64_t now_ns_ = 0;
  std::optional<uint64_t> ticks_;
  double ticks_per_ns_ = 1;
};

/// The clock that records are dated by: CLOCK_REALTIME, or the client's own, whose unit may be another (PyTorch's
/// profiler gives the processor's ticks).
class RecordClock {
 public:
  /// Null: CLOCK_REALTIME again.
  void set(CUpti_TimestampCallbackFunc callback);
  RecordTime time() const;

 private:
  mutable std::mutex mutex_;
  CUpti_TimestampCallbackFunc callback_ = nullptr;
  int64_t first_ns_ = 0;
  uint64_t first_ticks_ = 0;
};

}  // namespace attn::standin
