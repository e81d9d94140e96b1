#pragma once

#include <cstdint>
#include <optional>

#include "profiling/trace/chrome_trace.h"

namespace attn {

/// How much of a device a kernel's grid fills, by the formulas of PyTorch's profiler (Kineto's DeviceProperties.cpp).
struct KernelFill {
  float blocks_per_sm = 0;  ///< blocks of the grid over SMs
  float warps_per_sm = 0;   ///< of 32 threads
  /// Of the warps that an SM can hold, in percent, rounded: the grid's blocks, at most those that fit at once, spread
  /// evenly over the SMs.
  std::optional<int64_t> occupancy_percent;
};

/// Nothing for a kernel without grid or block. `fitting_blocks`: how many fit on an SM at once.
std::optional<KernelFill> fill_of(const Launch& launch, const TraceDevice& device,
                                  const std::optional<int64_t>& fitting_blocks);

}  // namespace attn
