#pragma once

#include <cuda.h>

#include <atomic>
#include <cstdint>

#include "profiling/cuda/cuda_driver.h"

namespace attn {

/// A counter in pinned host memory that a stream waits on: each wait is for one more than the last, and the host's
/// write of that number ends it. A wait that was never queued, or ended twice, does no harm then.
///
/// The driver's cuStreamWaitValue32 does it without a kernel, so that no CUDA C++ is needed and the SMs stay free.
class ReleaseWord {
 public:
  explicit ReleaseWord(const CudaDriver& driver);
  ~ReleaseWord();
  ReleaseWord(const ReleaseWord&) = delete;
  ReleaseWord& operator=(const ReleaseWord&) = delete;

  /// Queues a wait. Returns false where the driver or the device has no such operation; throws GpuError otherwise.
  bool queue_wait(CUstream stream);
  /// Ends every wait queued so far. From any thread.
  void release() noexcept;

 private:
  CudaDriver driver_;
  uint32_t* word_ = nullptr;
  CUdeviceptr device_address_ = 0;
  std::atomic<uint32_t> awaited_ = 0;
};

}  // namespace attn
