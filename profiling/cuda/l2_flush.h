#pragma once

#include <ATen/core/Tensor.h>
#include <cuda_runtime_api.h>

#include <cstdint>

namespace attn {

/// Empties a GPU's L2 cache between forwards, by a buffer of twice its size: a memset of it, then a read of all of it.
///
/// After the memset alone the cache is full of the memset's lines, not yet written back, and the forward that is
/// measured would pay for writing them. The read evicts those and leaves clean ones. It is a sum on the SMs: it writes
/// four bytes, while a copy would leave as many dirty lines as it reads, and loads of a kernel are known to pass
/// through L2, which a copy engine's reads need not.
///
/// The buffer is LibTorch's allocator's, so that running out of memory ends as everywhere else (c10::OutOfMemoryError)
/// and its cache makes room.
class L2Flush {
 public:
  /// Throws std::runtime_error where the driver reports no L2.
  L2Flush(int64_t l2_bytes, at::Device device);

  /// Queues it on LibTorch's current stream, which `stream` must be.
  void queue(cudaStream_t stream);

 private:
  at::Tensor buffer_;  ///< fp32, twice the cache
  at::Tensor sum_;     ///< fp32, one value
};

}  // namespace attn
