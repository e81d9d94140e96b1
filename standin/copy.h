#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "standin/activity.h"

namespace attn::standin {

/// Whether what is queued there goes into a graph. Then no bytes are moved, neither now nor when it is launched.
bool is_captured(cudaStream_t stream);

struct Copy {
  void* to = nullptr;
  const void* from = nullptr;
  uint64_t bytes = 0;
  bool async = false;
};

/// Queues a copy, as a part of `call`. From the device the host's bytes become zeros, between host addresses they are
/// copied, and onto the device nothing is. `kind` may be cudaMemcpyDefault; one that the addresses contradict is
/// refused. Returns when CUDA would: a copy that isn't async, and one to pageable memory, waits for the stream.
cudaError_t copy(Call& call, const Copy& what, cudaMemcpyKind kind, cudaStream_t stream);

struct Set {
  void* to = nullptr;
  uint32_t value = 0;
  uint64_t bytes = 0;
  bool async = false;
};

/// Queues a memset of device memory, which is not carried out, or of pinned memory, which is for values of a byte.
cudaError_t set(Call& call, const Set& what, cudaStream_t stream);

}  // namespace attn::standin
