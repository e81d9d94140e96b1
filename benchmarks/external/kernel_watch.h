#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

namespace attn {

/// What the process of a kernel shows of itself while it can't answer: a page of memory that it shares with the process
/// that started it. Entering and leaving cost a nanosecond each, as they are inside the measured call.
struct KernelWatch {
  std::atomic<uint64_t> entered;  ///< calls of the kernel's code that began
  std::atomic<uint64_t> left;     ///< and those that ended
  char case_name[1000];           ///< in work, ends with a zero; written before `entered` goes up
};

/// A call of the kernel's code, for as long as this lives.
class InKernel {
 public:
  explicit InKernel(KernelWatch& watch) : watch_(&watch) { count(watch_->entered); }
  ~InKernel() { count(watch_->left); }
  InKernel(const InKernel&) = delete;
  InKernel& operator=(const InKernel&) = delete;

 private:
  /// No other thread counts: cheaper than an atomic addition.
  static void count(std::atomic<uint64_t>& calls) {
    calls.store(calls.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }

  KernelWatch* watch_;
};

/// Notes the case in work; what is too long is cut.
void set_case_name(KernelWatch& watch, std::string_view name);

/// Memory that a child gets by a file descriptor, zeros at first.
class SharedWatch {
 public:
  /// Throws std::system_error where there is none to be had.
  SharedWatch();
  ~SharedWatch();
  SharedWatch(const SharedWatch&) = delete;
  SharedWatch& operator=(const SharedWatch&) = delete;

  int descriptor() const { return descriptor_; }
  KernelWatch& watch() { return *watch_; }

 private:
  int descriptor_;
  KernelWatch* watch_;
};

/// The same memory in the process that was given the descriptor, for good. Throws std::system_error.
KernelWatch& watch_of(int descriptor);

}  // namespace attn
