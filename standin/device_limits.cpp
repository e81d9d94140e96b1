#include "standin/device_limits.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string_view>

#include "standin/machine.h"

namespace attn::standin {

namespace {

void set_identity(cudaDeviceProp& properties, const Card& card) {
  const std::string name = card.full_name + " (stand-in)";
  name.copy(properties.name, sizeof properties.name - 1);
  constexpr std::string_view kUuid = "attn stand-in  ";
  std::copy_n(kUuid.data(), kUuid.size(), properties.uuid.bytes);
  properties.major = static_cast<int>(card.major);
  properties.minor = static_cast<int>(card.minor);
  properties.pciBusID = 1;
}

void set_limits(cudaDeviceProp& properties, const Card& card) {
  properties.sharedMemPerBlock = kSharedBytesPerBlock;
  properties.sharedMemPerBlockOptin = static_cast<size_t>(card.shared_bytes_per_block_optin);
  properties.sharedMemPerMultiprocessor = static_cast<size_t>(card.shared_bytes_per_sm);
  properties.reservedSharedMemPerBlock = kReservedSharedBytesPerBlock;
  properties.regsPerBlock = static_cast<int>(kRegistersPerBlock);
  properties.regsPerMultiprocessor = static_cast<int>(card.registers_per_sm);
  properties.warpSize = kWarpThreads;
  properties.maxThreadsPerBlock = static_cast<int>(kMaxThreadsPerBlock);
  properties.maxThreadsPerMultiProcessor = static_cast<int>(card.max_threads_per_sm);
  properties.maxBlocksPerMultiProcessor = static_cast<int>(card.max_blocks_per_sm);
  for (size_t axis = 0; axis < 3; ++axis) {
    properties.maxThreadsDim[axis] = static_cast<int>(kMaxBlock[axis]);
    properties.maxGridSize[axis] = static_cast<int>(kMaxGrid[axis]);
  }
  properties.multiProcessorCount = static_cast<int>(card.sm_count);
  properties.l2CacheSize = static_cast<int>(card.l2_bytes);
  properties.persistingL2CacheMaxSize = static_cast<int>(card.l2_bytes / 4 * 3);
  properties.totalGlobalMem = machine().memory.capacity_bytes();
  properties.totalConstMem = 64 * 1024;
  properties.memPitch = std::numeric_limits<int>::max();
  properties.textureAlignment = 512;
}

void set_features(cudaDeviceProp& properties) {
  properties.concurrentKernels = 1;
  properties.asyncEngineCount = 3;
  properties.unifiedAddressing = 1;
  properties.canMapHostMemory = 1;
  properties.streamPrioritiesSupported = 1;
  properties.globalL1CacheSupported = 1;
  properties.localL1CacheSupported = 1;
  properties.cooperativeLaunch = 1;
  properties.computePreemptionSupported = 1;
  properties.hostRegisterSupported = 1;
  properties.memoryPoolsSupported = 1;
  properties.clusterLaunch = properties.major >= 9 ? 1 : 0;
  properties.hostNumaId = -1;
}

size_t memory_attribute(const cudaDeviceProp& properties, int attribute) {
  switch (attribute) {
    case cudaDevAttrMaxSharedMemoryPerBlock:
      return properties.sharedMemPerBlock;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      return properties.sharedMemPerBlockOptin;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      return properties.sharedMemPerMultiprocessor;
    case cudaDevAttrReservedSharedMemoryPerBlock:
      return properties.reservedSharedMemPerBlock;
    case cudaDevAttrTotalConstantMemory:
      return properties.totalConstMem;
    case cudaDevAttrMaxPitch:
      return properties.memPitch;
    case cudaDevAttrTextureAlignment:
      return properties.textureAlignment;
    default:
      return 0;
  }
}

struct AttributeMember {
  int attribute;
  int cudaDeviceProp::*member;
};

constexpr auto kMembers = std::to_array<AttributeMember>({
    {cudaDevAttrMaxThreadsPerBlock, &cudaDeviceProp::maxThreadsPerBlock},
    {cudaDevAttrWarpSize, &cudaDeviceProp::warpSize},
    {cudaDevAttrMaxRegistersPerBlock, &cudaDeviceProp::regsPerBlock},
    {cudaDevAttrMaxRegistersPerMultiprocessor, &cudaDeviceProp::regsPerMultiprocessor},
    {cudaDevAttrMultiProcessorCount, &cudaDeviceProp::multiProcessorCount},
    {cudaDevAttrCanMapHostMemory, &cudaDeviceProp::canMapHostMemory},
    {cudaDevAttrConcurrentKernels, &cudaDeviceProp::concurrentKernels},
    {cudaDevAttrPciBusId, &cudaDeviceProp::pciBusID},
    {cudaDevAttrL2CacheSize, &cudaDeviceProp::l2CacheSize},
    {cudaDevAttrMaxPersistingL2CacheSize, &cudaDeviceProp::persistingL2CacheMaxSize},
    {cudaDevAttrMaxThreadsPerMultiProcessor, &cudaDeviceProp::maxThreadsPerMultiProcessor},
    {cudaDevAttrMaxBlocksPerMultiprocessor, &cudaDeviceProp::maxBlocksPerMultiProcessor},
    {cudaDevAttrAsyncEngineCount, &cudaDeviceProp::asyncEngineCount},
    {cudaDevAttrUnifiedAddressing, &cudaDeviceProp::unifiedAddressing},
    {cudaDevAttrComputeCapabilityMajor, &cudaDeviceProp::major},
    {cudaDevAttrComputeCapabilityMinor, &cudaDeviceProp::minor},
    {cudaDevAttrStreamPrioritiesSupported, &cudaDeviceProp::streamPrioritiesSupported},
    {cudaDevAttrGlobalL1CacheSupported, &cudaDeviceProp::globalL1CacheSupported},
    {cudaDevAttrLocalL1CacheSupported, &cudaDeviceProp::localL1CacheSupported},
    {cudaDevAttrComputePreemptionSupported, &cudaDeviceProp::computePreemptionSupported},
    {cudaDevAttrCooperativeLaunch, &cudaDeviceProp::cooperativeLaunch},
    {cudaDevAttrHostRegisterSupported, &cudaDeviceProp::hostRegisterSupported},
    {cudaDevAttrMemoryPoolsSupported, &cudaDeviceProp::memoryPoolsSupported},
    {cudaDevAttrClusterLaunch, &cudaDeviceProp::clusterLaunch},
    {cudaDevAttrHostNumaId, &cudaDeviceProp::hostNumaId},
});

}  // namespace

cudaDeviceProp device_properties() {
  const Card& card = machine().settings.card;
  cudaDeviceProp properties{};
  set_identity(properties, card);
  set_limits(properties, card);
  set_features(properties);
  return properties;
}

int device_attribute(int attribute) {
  const cudaDeviceProp properties = device_properties();
  // The three of a grid or a block follow each other.
  if (attribute >= cudaDevAttrMaxBlockDimX && attribute <= cudaDevAttrMaxBlockDimZ) {
    return properties.maxThreadsDim[attribute - cudaDevAttrMaxBlockDimX];
  }
  if (attribute >= cudaDevAttrMaxGridDimX && attribute <= cudaDevAttrMaxGridDimZ) {
    return properties.maxGridSize[attribute - cudaDevAttrMaxGridDimX];
  }
  if (attribute == cudaDevAttrClockRate) return static_cast<int>(machine().settings.card.sm_clock_hz / 1000);
  const auto* found = std::ranges::find(kMembers, attribute, &AttributeMember::attribute);
  if (found != kMembers.end()) return properties.*(found->member);
  return static_cast<int>(memory_attribute(properties, attribute));
}

// As CUDA reads it: the first entry that names no GPU ends the list.
bool is_visible() {
  const char* text = std::getenv("CUDA_VISIBLE_DEVICES");
  if (text == nullptr) return true;
  const std::string_view first = std::string_view(text).substr(0, std::strcspn(text, ","));
  return first == "0" || first.starts_with("GPU-6174746e");  // "attn", as the UUID begins
}

}  // namespace attn::standin
