#include "profiling/cpu/counting_allocator.h"

#include <c10/core/CPUAllocator.h>

#include <algorithm>
#include <mutex>
#include <new>
#include <stdexcept>

namespace attn {
namespace {

// What stands before the bytes of each tensor: how to free them and in which measurement they were counted. With it the
// DataPtr's context is its data, as with LibTorch's own allocator, so that the raw interface works too. Its size keeps
// the alignment that LibTorch's kernels expect.
struct alignas(c10::gAlignment) Header {
  c10::DataPtr owner;
  int64_t bytes;
  int64_t measurement;
};

/// Forwards to the allocator that it wraps and counts what a measurement allocated and has not freed yet.
class CountingAllocator final : public c10::Allocator {
 public:
  /// Counts from 0 and wraps LibTorch's CPU allocator.
  void start() {
    const std::lock_guard lock(mutex_);
    if (measuring_) throw std::logic_error("two measurements of a forward's CPU memory at once");
    wrapped_ = c10::GetCPUAllocator();  // before the switch: another thread may allocate at once
    c10::SetCPUAllocator(this);
    // A higher priority than ours keeps its place without a word.
    if (c10::GetCPUAllocator() != this) throw std::runtime_error("LibTorch's CPU allocator can't be replaced");
    measuring_ = true;
    ++measurement_;
    current_bytes_ = 0;
    peak_bytes_ = 0;
  }

  /// Puts the wrapped allocator back and returns the peak.
  int64_t stop() {
    const std::lock_guard lock(mutex_);
    c10::SetCPUAllocator(wrapped_);
    measuring_ = false;
    return peak_bytes_;
  }

  c10::DataPtr allocate(size_t bytes) override {
    if (bytes == 0) return wrapped_->allocate(0);
    c10::DataPtr owner = wrapped_->allocate(bytes + sizeof(Header));
    const c10::Device device = owner.device();
    void* memory = owner.get();
    auto* header = new (memory) Header{std::move(owner), static_cast<int64_t>(bytes), count_up(bytes)};
    void* data = header + 1;
    return {data, data, &release, device};
  }

  c10::DeleterFnPtr raw_deleter() const override { return &release; }
  void copy_data(void* dest, const void* src, size_t count) const override { default_copy_data(dest, src, count); }

  static CountingAllocator& instance();

 private:
  int64_t count_up(size_t bytes) {
    const std::lock_guard lock(mutex_);
    current_bytes_ += static_cast<int64_t>(bytes);
    peak_bytes_ = std::max(peak_bytes_, current_bytes_);
    return measurement_;
  }

  /// A tensor that outlived an earlier measurement is not taken from this one's count.
  void count_down(const Header& header) {
    const std::lock_guard lock(mutex_);
    if (header.measurement == measurement_) current_bytes_ -= header.bytes;
  }

  static void release(void* data) {
    if (data == nullptr) return;
    auto* header = static_cast<Header*>(data) - 1;
    instance().count_down(*header);
    const c10::DataPtr owner = std::move(header->owner);
    header->~Header();
  }

  std::mutex mutex_;
  c10::Allocator* wrapped_ = nullptr;
  bool measuring_ = false;
  int64_t measurement_ = 0;
  int64_t current_bytes_ = 0;
  int64_t peak_bytes_ = 0;
};

// One for the whole program and never destroyed: a tensor remembers its allocator for resizing, so LibTorch asks for
// static lifetime, and tensors made in a measurement may be freed at the very end.
CountingAllocator& CountingAllocator::instance() {
  static CountingAllocator& allocator = *new CountingAllocator;
  return allocator;
}

/// Puts LibTorch's allocator back when the forward throws.
class Measurement {
 public:
  Measurement() { CountingAllocator::instance().start(); }
  ~Measurement() {
    if (running_) CountingAllocator::instance().stop();
  }
  Measurement(const Measurement&) = delete;
  Measurement& operator=(const Measurement&) = delete;

  int64_t stop() {
    running_ = false;
    return CountingAllocator::instance().stop();
  }

 private:
  bool running_ = true;
};

}  // namespace

int64_t peak_cpu_bytes(const Forward& forward) {
  Measurement measurement;
  const at::Tensor output = forward();
  return measurement.stop();
}

}  // namespace attn
