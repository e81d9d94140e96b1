#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "profiling/profile.h"

namespace attn {

/// Threads of a warp, on every architecture.
inline constexpr int64_t kWarpThreads = 32;

/// What a streaming multiprocessor (SM) has for the blocks on it. How many blocks it takes follows from the compute
/// capability.
struct SmLimits {
  int64_t major = 0;  ///< of the compute capability
  int64_t minor = 0;
  int64_t registers_per_sm = 0;
  int64_t shared_bytes_per_sm = 0;
  int64_t shared_bytes_per_block_optin = 0;     ///< most that a block can have when its kernel asks for it
  int64_t reserved_shared_bytes_per_block = 0;  ///< that the driver takes beside a block's own; 1,024 from sm_80 on
  int64_t max_threads_per_sm = 0;

  friend bool operator==(const SmLimits&, const SmLimits&) = default;
};

/// How much of an SM a kernel's blocks can fill at once.
struct Occupancy {
  int64_t blocks_per_sm = 0;
  double occupancy = 0;  ///< warps of those blocks over the most that the SM can hold, 0 to 1
  std::string limiter;   ///< "registers", "shared memory", "warps", "blocks"; several are joined by " and "

  friend bool operator==(const Occupancy&, const Occupancy&) = default;
};

/// By NVIDIA's cuda_occupancy.h, with the opt-in limit of shared memory: a block of more than 48 KiB was launched, so
/// its kernel had asked for it. Nothing for what is not a kernel, for unknown registers or shared memory, for an
/// architecture that this CUDA does not know, and in a build without CUDA.
std::optional<Occupancy> occupancy_of(const Launch& launch, const SmLimits& limits);

}  // namespace attn
