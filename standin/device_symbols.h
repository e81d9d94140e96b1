#pragma once

#include <cstdint>
#include <mutex>
#include <unordered_map>

#include "standin/device_memory.h"

namespace attn::standin {

/// The __device__ variables that the program's libraries have, by their host shadow.
class DeviceSymbols {
 public:
  explicit DeviceSymbols(DeviceMemory& memory) : memory_(memory) {}

  void add(const void* shadow, uint64_t bytes);
  /// On the device; null for one that isn't known.
  void* address(const void* shadow);

 private:
  struct Symbol {
    uint64_t bytes = 0;
    void* address = nullptr;  ///< given at the first question
  };

  DeviceMemory& memory_;
  std::mutex mutex_;
  std::unordered_map<const void*, Symbol> symbols_;
};

}  // namespace attn::standin
