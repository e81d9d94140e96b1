#include "benchmarks/interrupt.h"

#include <atomic>
#include <csignal>

namespace attn {
namespace {

// The one mutable global: a signal handler can reach nothing else.
std::atomic<bool> signal_came = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void on_signal(int) {
  signal_came = true;
}

}  // namespace

void catch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // the second signal meets the default action
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() {
  return signal_came;
}

}  // namespace attn
