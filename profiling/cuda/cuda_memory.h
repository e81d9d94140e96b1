#pragma once

#include <c10/core/Device.h>

#include <cstdint>

#include "profiling/forward.h"

namespace attn {

/// Memory that new tensors can have now on the current device, in bytes: what the driver has free and what LibTorch's
/// allocator keeps without using it (which may be in pieces).
int64_t cuda_available_bytes(at::Device device);

/// Peak of the bytes that one forward has from LibTorch's caching allocator over what was allocated before it, its
/// output included; of its second call, since a first one also allocates what LibTorch keeps for later ones. In the
/// allocator's own units: a request is rounded up to 512 bytes.
int64_t cuda_forward_peak_bytes(const Forward& forward, at::Device device);

/// Gives cached memory back to the driver and clears the last error. An error that has broken the context stays, and is
/// thrown.
void release_cuda_memory();

}  // namespace attn
