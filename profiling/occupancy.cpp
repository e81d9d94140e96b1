#include "profiling/occupancy.h"

#include <cuda_occupancy.h>

#include <array>
#include <climits>
#include <utility>

namespace attn {
namespace {

constexpr int kMostBlockThreads = 1024;                    // on every architecture
constexpr size_t kSharedBytesPerBlock = size_t(48) << 10;  // that a kernel may have without asking

constexpr auto kLimiters = std::to_array<std::pair<unsigned, const char*>>({
    {OCC_LIMIT_REGISTERS, "registers"},
    {OCC_LIMIT_SHARED_MEMORY, "shared memory"},
    {OCC_LIMIT_WARPS, "warps"},
    {OCC_LIMIT_BLOCKS, "blocks"},
});

cudaOccDeviceProp properties_of(const SmLimits& limits) {
  cudaOccDeviceProp properties;
  properties.computeMajor = static_cast<int>(limits.major);
  properties.computeMinor = static_cast<int>(limits.minor);
  properties.maxThreadsPerBlock = kMostBlockThreads;
  properties.maxThreadsPerMultiprocessor = static_cast<int>(limits.max_threads_per_sm);
  properties.regsPerBlock = static_cast<int>(limits.registers_per_sm);
  properties.regsPerMultiprocessor = static_cast<int>(limits.registers_per_sm);
  properties.warpSize = static_cast<int>(kWarpThreads);
  properties.sharedMemPerBlock = kSharedBytesPerBlock;
  properties.sharedMemPerMultiprocessor = static_cast<size_t>(limits.shared_bytes_per_sm);
  properties.numSms = 1;  // per SM
  properties.sharedMemPerBlockOptin = static_cast<size_t>(limits.shared_bytes_per_block_optin);
  properties.reservedSharedMemPerBlock = static_cast<size_t>(limits.reserved_shared_bytes_per_block);
  return properties;
}

cudaOccFuncAttributes attributes_of(const Launch& launch) {
  cudaOccFuncAttributes attributes;
  attributes.maxThreadsPerBlock = INT_MAX;
  attributes.numRegs = static_cast<int>(*launch.registers);
  attributes.sharedSizeBytes = static_cast<size_t>(*launch.static_shared_bytes);
  attributes.partitionedGCConfig = PARTITIONED_GC_OFF;
  attributes.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  attributes.maxDynamicSharedSizeBytes = static_cast<size_t>(*launch.dynamic_shared_bytes);
  return attributes;
}

std::string limiters_of(unsigned factors) {
  std::string names;
  for (const auto& [bit, name] : kLimiters) {
    if ((factors & bit) == 0) continue;
    if (!names.empty()) names += " and ";
    names += name;
  }
  return names;
}

}  // namespace

std::optional<Occupancy> occupancy_of(const Launch& launch, const SmLimits& limits) {
  if (launch.kind != LaunchKind::kKernel || !launch.block || !launch.registers || !launch.static_shared_bytes ||
      !launch.dynamic_shared_bytes) {
    return std::nullopt;
  }
  const cudaOccDeviceProp properties = properties_of(limits);
  const cudaOccFuncAttributes attributes = attributes_of(launch);
  const cudaOccDeviceState state;
  const auto threads = static_cast<int>(launch.block->x * launch.block->y * launch.block->z);
  cudaOccResult result{};
  if (threads <= 0 ||
      cudaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &attributes, &state, threads,
                                              static_cast<size_t>(*launch.dynamic_shared_bytes)) != CUDA_OCC_SUCCESS) {
    return std::nullopt;
  }
  const int64_t block_warps = (threads + kWarpThreads - 1) / kWarpThreads;
  Occupancy occupancy;
  occupancy.blocks_per_sm = result.activeBlocksPerMultiprocessor;
  occupancy.occupancy = static_cast<double>(occupancy.blocks_per_sm * block_warps * kWarpThreads) /
                        static_cast<double>(limits.max_threads_per_sm);
  occupancy.limiter = limiters_of(result.limitingFactors);
  return occupancy;
}

}  // namespace attn
