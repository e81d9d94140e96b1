#include "profiling/cuda/hold_back.h"

#include <utility>

namespace attn {

Watchdog::Watchdog(std::chrono::nanoseconds patience, std::function<void()> bark)
    : patience_(patience), bark_(std::move(bark)), thread_([this](const std::stop_token& ending) { watch(ending); }) {}

void Watchdog::start() {
  const std::lock_guard lock(mutex_);
  barked_ = false;
  deadline_ = std::chrono::steady_clock::now() + patience_;
  if (idle_) changed_.notify_one();
}

bool Watchdog::stop() {
  const std::lock_guard lock(mutex_);
  deadline_.reset();
  return barked_;
}

// Neither stop() nor a start() soon after wakes the thread: that would take a core from the forward that is being
// timed. It wakes at the old deadline, at most once in `patience_`, and finds a later one or none.
void Watchdog::watch(const std::stop_token& ending) {
  std::unique_lock lock(mutex_);
  while (!ending.stop_requested()) {
    if (!deadline_) {
      idle_ = true;
      changed_.wait(lock, ending, [this] { return deadline_.has_value(); });
      idle_ = false;
    } else if (std::chrono::steady_clock::now() < *deadline_) {
      const auto until = *deadline_;
      changed_.wait_until(lock, ending, until, [] { return false; });
    } else {
      // Under the lock, so that after stop() it can't bark at the next start's stream any more.
      bark_();
      barked_ = true;
      deadline_.reset();
    }
  }
}

// The wait is queued first: a watchdog that barked before it would release nothing, and the wait would stay for ever.
HoldBack::HoldBack(TimedStream& stream, Watchdog& watchdog)
    : stream_(stream), watchdog_(watchdog), holding_(stream.hold()) {
  if (holding_) watchdog_.start();
}

HoldBack::~HoldBack() {
  end();
}

bool HoldBack::end() {
  if (!std::exchange(holding_, false)) return false;
  const bool barked = watchdog_.stop();
  stream_.release();
  return !barked;
}

}  // namespace attn
