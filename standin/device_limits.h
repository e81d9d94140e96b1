#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstdint>

namespace attn::standin {

// Alike on all cards since sm_80 (CUDA Programming Guide, technical specifications per compute capability).
inline constexpr uint64_t kMaxThreadsPerBlock = 1024;
inline constexpr std::array<uint32_t, 3> kMaxBlock{1024, 1024, 64};
inline constexpr std::array<uint32_t, 3> kMaxGrid{2147483647, 65535, 65535};
inline constexpr uint64_t kRegistersPerBlock = 65536;
inline constexpr int64_t kWarpThreads = 32;
inline constexpr int64_t kSharedBytesPerBlock = 48 * 1024;
inline constexpr int64_t kReservedSharedBytesPerBlock = 1024;

/// The card, as the runtime describes one.
cudaDeviceProp device_properties();

/// A device attribute by its number, which is the same in the runtime and the driver; 0 for a feature that it lacks.
int device_attribute(int attribute);

/// "0000:01:00.0"
inline constexpr const char* kPciAddress = "0000:01:00.0";

/// Whether CUDA_VISIBLE_DEVICES leaves the one card to be seen.
bool is_visible();

}  // namespace attn::standin
