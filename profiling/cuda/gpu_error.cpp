#include "profiling/cuda/gpu_error.h"

#include <fmt/format.h>

#include <utility>

namespace attn {

GpuError::GpuError(std::string call, int64_t code, std::string name, std::string text, std::string doing)
    : std::runtime_error(fmt::format("{}: {} failed with {} ({}): {}", doing, call, name, code, text)),
      call_(std::move(call)),
      code_(code),
      name_(std::move(name)),
      text_(std::move(text)),
      doing_(std::move(doing)) {}

}  // namespace attn
