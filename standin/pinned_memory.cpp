#include "standin/pinned_memory.h"

#include <sys/mman.h>

namespace attn::standin {

std::optional<void*> PinnedMemory::allocate(uint64_t bytes) {
  void* start = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) return std::nullopt;
  const std::lock_guard lock(mutex_);
  allocated_.add(start, bytes);
  return start;
}

bool PinnedMemory::free(void* start) {
  const std::lock_guard lock(mutex_);
  const std::optional<Range> range = allocated_.remove(start);
  if (!range) return false;
  munmap(start, range->bytes);
  return true;
}

bool PinnedMemory::add(void* start, uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  if (bytes == 0 || allocated_.find(start) || added_.find(start)) return false;
  added_.add(start, bytes);
  return true;
}

bool PinnedMemory::remove(void* start) {
  const std::lock_guard lock(mutex_);
  return added_.remove(start).has_value();
}

bool PinnedMemory::holds(const void* address) const {
  const std::lock_guard lock(mutex_);
  return allocated_.find(address) || added_.find(address);
}

}  // namespace attn::standin
