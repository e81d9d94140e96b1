#pragma once

#include <mutex>
#include <optional>

#include "standin/device_memory.h"

namespace attn::standin {

/// Host memory that the GPU may reach: allocated as such, or registered. It is real memory.
class PinnedMemory {
 public:
  /// Nothing when the host has no more. Zeroed, aligned to a page.
  std::optional<void*> allocate(uint64_t bytes);
  bool free(void* start);  ///< false when none was allocated there
  /// Memory of the program's own. False when some of it is known already.
  bool add(void* start, uint64_t bytes);
  bool remove(void* start);  ///< false when none was added there

  bool holds(const void* address) const;

 private:
  mutable std::mutex mutex_;
  Ranges allocated_;
  Ranges added_;
};

}  // namespace attn::standin
