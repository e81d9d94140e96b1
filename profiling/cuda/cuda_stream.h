#pragma once

#include <c10/core/Device.h>

#include <cstdint>
#include <memory>
#include <optional>

#include "profiling/cuda/timed_stream.h"

namespace attn {

struct CudaDriver;

/// LibTorch's current stream of the current device, for the timers. With `l2_bytes` it can flush a cache of that size;
/// without, flush_cache() throws std::logic_error.
std::unique_ptr<TimedStream> make_cuda_stream(at::Device device, const CudaDriver& driver,
                                              std::optional<int64_t> l2_bytes);

}  // namespace attn
