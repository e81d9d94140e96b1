#include "standin/device_symbols.h"

#include <algorithm>

namespace attn::standin {

void DeviceSymbols::add(const void* shadow, uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  symbols_.try_emplace(shadow, Symbol{.bytes = bytes});
}

void* DeviceSymbols::address(const void* shadow) {
  const std::lock_guard lock(mutex_);
  const auto found = symbols_.find(shadow);
  if (found == symbols_.end()) return nullptr;
  Symbol& symbol = found->second;
  if (symbol.address == nullptr) {
    symbol.address = memory_.allocate_uncounted(std::max<uint64_t>(symbol.bytes, 1)).value_or(nullptr);
  }
  return symbol.address;
}

}  // namespace attn::standin
