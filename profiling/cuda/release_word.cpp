#include "profiling/cuda/release_word.h"

#include <cuda_runtime_api.h>

#include "profiling/cuda/cuda_check.h"

namespace attn {

ReleaseWord::ReleaseWord(const CudaDriver& driver) : driver_(driver) {
  void* host = nullptr;
  void* device = nullptr;
  ATTN_CUDA_CHECK(cudaHostAlloc(&host, sizeof(uint32_t), cudaHostAllocMapped), "making the word that holds a stream");
  word_ = static_cast<uint32_t*>(host);
  *word_ = 0;
  const cudaError_t code = cudaHostGetDevicePointer(&device, host, 0);
  if (code != cudaSuccess) static_cast<void>(cudaFreeHost(host));  // the destructor won't run
  ATTN_CUDA_CHECK(code, "finding the device's address of the word that holds a stream");
  device_address_ = reinterpret_cast<CUdeviceptr>(device);
}

ReleaseWord::~ReleaseWord() {
  release();
  static_cast<void>(cudaFreeHost(word_));  // waits for the device, so after a release only
}

bool ReleaseWord::queue_wait(CUstream stream) {
  if (driver_.stream_wait_value32_v2 == nullptr) return false;
  // Greater-or-equal compares (int32)(word − value) ≥ 0, so the counter may wrap. release() is not for this wait yet,
  // so the number is raised first: a watchdog may release from now on.
  const uint32_t value = ++awaited_;
  const CUresult code = driver_.stream_wait_value32_v2(stream, device_address_, value, CU_STREAM_WAIT_VALUE_GEQ);
  if (code == CUDA_ERROR_NOT_SUPPORTED) return false;
  ATTN_DRIVER_CHECK(driver_, code, "holding the stream back with cuStreamWaitValue32");
  return true;
}

void ReleaseWord::release() noexcept {
  std::atomic_ref<uint32_t>(*word_).store(awaited_.load(), std::memory_order_release);
}

}  // namespace attn
