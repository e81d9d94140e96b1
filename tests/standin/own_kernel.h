#pragma once

#include <cuda_runtime_api.h>

namespace attn::standin {

/// Host stubs of kernels as nvcc would have registered them: of "known_kernel" and "unknown_kernel" in this program.
const void* known_kernel();
const void* unknown_kernel();

/// Launches it with a block of 128 threads, as <<<>>> does.
cudaError_t launch_own(const void* stub, cudaStream_t stream = nullptr);

/// Holds a stream back until it is released or ends.
class HeldStream {
 public:
  HeldStream();
  ~HeldStream();
  HeldStream(const HeldStream&) = delete;
  HeldStream& operator=(const HeldStream&) = delete;

  bool hold();  ///< false when the driver has no such operation
  void release();
  cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
  unsigned int* word_ = nullptr;
  unsigned int awaited_ = 0;
};

}  // namespace attn::standin
