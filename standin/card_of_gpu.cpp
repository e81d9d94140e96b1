#include "standin/card_of_gpu.h"

#include <charconv>

namespace attn::standin {

namespace {

/// "sm_120" → 120
int64_t arch_number(const std::string& arch) {
  int64_t number = 0;
  std::from_chars(arch.data() + std::string_view("sm_").size(), arch.data() + arch.size(), number);
  return number;
}

}  // namespace

Card card_of(const Gpu& gpu) {
  const int64_t arch = arch_number(gpu.arch);
  return {.full_name = gpu.full_name,
          .major = arch / 10,
          .minor = arch % 10,
          .sm_count = gpu.sm_count,
          .memory_bytes = gpu.memory_bytes,
          .l2_bytes = gpu.l2_bytes,
          .sm_clock_hz = static_cast<int64_t>(gpu.sm_clock_hz),
          .registers_per_sm = gpu.registers_per_sm,
          .shared_bytes_per_sm = gpu.shared_bytes_per_sm,
          .shared_bytes_per_block_optin = gpu.shared_bytes_per_block_optin,
          .max_threads_per_sm = gpu.max_threads_per_sm,
          .max_blocks_per_sm = gpu.max_blocks_per_sm};
}

}  // namespace attn::standin
