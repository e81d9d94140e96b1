#pragma once

#include <cstdint>

#include "profiling/forward.h"

namespace attn {

/// Runs the forward once and returns the peak of the bytes that it held in CPU tensors over what there was before, its
/// output included, in bytes as asked of LibTorch's CPU allocator; on whatever thread, so that the buffers of its
/// OpenMP workers count. What MKL and oneDNN allocate on their own is not seen. For the time of the call LibTorch's CPU
/// allocator is wrapped; tensors made then may live on. What the forward throws passes through, with the allocator put
/// back. Throws std::logic_error when another measurement is under way.
int64_t peak_cpu_bytes(const Forward& forward);

}  // namespace attn
