#include "benchmarks/interrupt.h"

#include <atomic>
#include <csignal>
#include <ctime>

namespace attn {
namespace {

// The one mutable global: a signal handler can reach nothing else. Seconds of the monotonic clock, 0 before any signal.
std::atomic<time_t> first_signal_at = 0;
static_assert(std::atomic<time_t>::is_always_lock_free);

time_t monotonic_seconds() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + 1;  // never 0
}

/// A second signal that follows at once may be the same one, sent to us and to our process group.
void on_signal(int signal) {
  const time_t first = first_signal_at;
  if (first == 0) {
    first_signal_at = monotonic_seconds();
  } else if (monotonic_seconds() - first >= 2) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

}  // namespace

void catch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGXFSZ, SIG_IGN);  // a file over the limit is then an error of write(2), which is told
}

bool interrupted() {
  return first_signal_at != 0;
}

}  // namespace attn
