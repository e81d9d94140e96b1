#include "standin/device_memory.h"

#include <sys/mman.h>

#include <utility>

namespace attn::standin {

void Ranges::add(const void* start, uint64_t bytes) {
  bytes_by_start_[reinterpret_cast<uintptr_t>(start)] = bytes;
}

std::optional<Range> Ranges::remove(const void* start) {
  const auto found = bytes_by_start_.find(reinterpret_cast<uintptr_t>(start));
  if (found == bytes_by_start_.end()) return std::nullopt;
  const Range range{.start = found->first, .bytes = found->second};
  bytes_by_start_.erase(found);
  return range;
}

std::optional<Range> Ranges::find(const void* address) const {
  const auto wanted = reinterpret_cast<uintptr_t>(address);
  auto found = bytes_by_start_.upper_bound(wanted);
  if (found == bytes_by_start_.begin()) return std::nullopt;
  --found;
  if (wanted - found->first >= found->second) return std::nullopt;
  return Range{.start = found->first, .bytes = found->second};
}

std::optional<void*> DeviceMemory::allocate(uint64_t bytes) {
  return reserve(bytes, bytes);
}

std::optional<void*> DeviceMemory::allocate_uncounted(uint64_t bytes) {
  return reserve(bytes, 0);
}

std::optional<void*> DeviceMemory::reserve(uint64_t bytes, uint64_t counted_bytes) {
  const std::lock_guard lock(mutex_);
  if (counted_bytes > capacity_bytes_ || used_bytes_ > capacity_bytes_ - counted_bytes) return std::nullopt;
  void* start = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED) return std::nullopt;
  used_bytes_ += counted_bytes;
  ranges_.add(start, bytes);
  counted_by_start_[reinterpret_cast<uintptr_t>(start)] = counted_bytes;
  return start;
}

bool DeviceMemory::free(void* start) {
  const std::lock_guard lock(mutex_);
  const std::optional<Range> range = ranges_.remove(start);
  if (!range) return false;
  const auto counted = counted_by_start_.find(range->start);
  used_bytes_ -= counted->second;
  counted_by_start_.erase(counted);
  // Under the lock: another thread may be given the same addresses as soon as they are free.
  munmap(start, range->bytes);
  return true;
}

std::optional<Range> DeviceMemory::find(const void* address) const {
  const std::lock_guard lock(mutex_);
  return ranges_.find(address);
}

bool DeviceMemory::holds(const void* address, uint64_t bytes) const {
  const std::optional<Range> range = find(address);
  if (!range) return false;
  return bytes <= range->bytes - (reinterpret_cast<uintptr_t>(address) - range->start);
}

uint64_t DeviceMemory::capacity_bytes() const {
  const std::lock_guard lock(mutex_);
  return capacity_bytes_;
}

uint64_t DeviceMemory::used_bytes() const {
  const std::lock_guard lock(mutex_);
  return used_bytes_;
}

uint64_t DeviceMemory::set_capacity_bytes(uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  return std::exchange(capacity_bytes_, bytes);
}

}  // namespace attn::standin
