#include "standin/record_clock.h"

#include <chrono>
#include <thread>

#include "standin/timeline.h"

namespace attn::standin {

namespace {
constexpr auto kCalibration = std::chrono::milliseconds(1);
}

void RecordClock::set(CUpti_TimestampCallbackFunc callback) {
  const int64_t first_ns = now_ns();
  const uint64_t first_ticks = callback == nullptr ? 0 : callback();
  // So that the rate, taken between then and any later time, is known to a thousandth from the first record on.
  if (callback != nullptr) std::this_thread::sleep_for(kCalibration);
  const std::lock_guard lock(mutex_);
  callback_ = callback;
  first_ns_ = first_ns;
  first_ticks_ = first_ticks;
}

RecordTime RecordClock::time() const {
  const std::lock_guard lock(mutex_);
  if (callback_ == nullptr) return {};
  const uint64_t ticks = callback_();
  const int64_t now = now_ns();
  return {now, ticks, static_cast<double>(ticks - first_ticks_) / static_cast<double>(now - first_ns_)};
}

}  // namespace attn::standin
