#pragma once

#include <string>

#include "results/record.h"

namespace attn {

inline LaunchRow kernel_row(const std::string& ops, const std::string& name) {
  return {.op_path = ops,
          .kind = "kernel",
          .name = name,
          .grid = LaunchExtent{.x = 8, .y = 8, .z = 16},
          .block = LaunchExtent{.x = 128, .y = 1, .z = 1},
          .registers = 255,
          .static_shared_bytes = 0,
          .dynamic_shared_bytes = 49152};
}

inline LaunchRow library_row(const std::string& ops, const std::string& name = "cublasGemmEx") {
  return {.op_path = ops, .kind = "library", .name = name};
}

inline LaunchRow copy_row(const std::string& ops, int64_t bytes) {
  return {.op_path = ops, .kind = "memcpy", .name = "Memcpy DtoD", .bytes = bytes};
}

}  // namespace attn
