#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

namespace attn::standin {

/// Some bytes of an address range.
struct Range {
  uintptr_t start = 0;
  uint64_t bytes = 0;
};

/// Ranges of addresses that don't overlap, by their start.
class Ranges {
 public:
  void add(const void* start, uint64_t bytes);
  /// The range that began at `start`, which is then forgotten.
  std::optional<Range> remove(const void* start);
  /// The range that holds this address.
  std::optional<Range> find(const void* address) const;

 private:
  std::map<uintptr_t, uint64_t> bytes_by_start_;
};

/// The GPU's memory: addresses that are reserved and counted against the card's size, and never readable.
class DeviceMemory {
 public:
  explicit DeviceMemory(uint64_t capacity_bytes) : capacity_bytes_(capacity_bytes) {}

  /// Nothing when it doesn't fit. Aligned to a page.
  std::optional<void*> allocate(uint64_t bytes);
  /// Reserved but not counted: a kernel library's variables.
  std::optional<void*> allocate_uncounted(uint64_t bytes);
  /// False when no allocation starts there.
  bool free(void* start);

  std::optional<Range> find(const void* address) const;
  /// Whether the bytes from there on all lie in one allocation.
  bool holds(const void* address, uint64_t bytes) const;

  uint64_t capacity_bytes() const;
  uint64_t used_bytes() const;
  /// Returns what it had.
  uint64_t set_capacity_bytes(uint64_t bytes);

 private:
  std::optional<void*> reserve(uint64_t bytes, uint64_t counted_bytes);

  mutable std::mutex mutex_;
  Ranges ranges_;
  std::map<uintptr_t, uint64_t> counted_by_start_;
  uint64_t capacity_bytes_;
  uint64_t used_bytes_ = 0;
};

}  // namespace attn::standin
