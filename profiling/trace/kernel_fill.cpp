#include "profiling/trace/kernel_fill.h"

#include <algorithm>
#include <cmath>

namespace attn {
namespace {

float volume_of(const LaunchExtent& extent) {
  return static_cast<float>(extent.x) * static_cast<float>(extent.y) * static_cast<float>(extent.z);
}

}  // namespace

// In single precision as there, so that the same digits come out.
std::optional<KernelFill> fill_of(const Launch& launch, const TraceDevice& device,
                                  const std::optional<int64_t>& fitting_blocks) {
  if (!launch.grid || !launch.block || device.sm_count <= 0) return std::nullopt;
  const float threads = volume_of(*launch.block);
  KernelFill fill;
  fill.blocks_per_sm = volume_of(*launch.grid) / static_cast<float>(device.sm_count);
  fill.warps_per_sm = fill.blocks_per_sm * threads / static_cast<float>(kWarpThreads);
  if (fitting_blocks && device.limits.max_threads_per_sm > 0) {
    const float blocks = std::min(static_cast<float>(*fitting_blocks), fill.blocks_per_sm);
    fill.occupancy_percent = std::lround(blocks * threads / static_cast<float>(device.limits.max_threads_per_sm) * 100);
  }
  return fill;
}

}  // namespace attn
