#include "profiling/cuda/cuda_stream.h"

#include <c10/cuda/CUDAStream.h>
#include <cuda_runtime_api.h>

#include <stdexcept>

#include "profiling/cuda/cuda_check.h"
#include "profiling/cuda/cuda_driver.h"
#include "profiling/cuda/l2_flush.h"
#include "profiling/cuda/release_word.h"

namespace attn {

namespace {

class CudaEvent {
 public:
  CudaEvent() { ATTN_CUDA_CHECK(cudaEventCreate(&event_), "making a timer's event"); }
  ~CudaEvent() { static_cast<void>(cudaEventDestroy(event_)); }
  CudaEvent(const CudaEvent&) = delete;
  CudaEvent& operator=(const CudaEvent&) = delete;
  cudaEvent_t get() const { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};

class CudaStream : public TimedStream {
 public:
  CudaStream(at::Device device, const CudaDriver& driver, std::optional<int64_t> l2_bytes)
      : device_(device), word_(driver) {
    if (l2_bytes) flush_.emplace(*l2_bytes, device);
  }

  void flush_cache() override {
    if (!flush_) throw std::logic_error("this stream was made without a cache to flush");
    flush_->queue(current());
  }

  bool hold() override { return word_.queue_wait(current()); }
  void release() noexcept override { word_.release(); }

  void record_start() override {
    ATTN_CUDA_CHECK(cudaEventRecord(start_.get(), current()), "recording the start event");
  }
  void record_stop() override { ATTN_CUDA_CHECK(cudaEventRecord(stop_.get(), current()), "recording the stop event"); }

  void synchronize() override {
    ATTN_CUDA_CHECK(cudaStreamSynchronize(current()), "waiting for the forwards of a sample");
  }

  double elapsed_s() override {
    float elapsed_ms = 0;
    ATTN_CUDA_CHECK(cudaEventElapsedTime(&elapsed_ms, start_.get(), stop_.get()), "reading the events of a sample");
    return static_cast<double>(elapsed_ms) * 1e-3;
  }

 private:
  // Asked each time: a forward's caller may have set another one.
  cudaStream_t current() const { return c10::cuda::getCurrentCUDAStream(device_.index()).stream(); }

  at::Device device_;
  CudaEvent start_;
  CudaEvent stop_;
  std::optional<L2Flush> flush_;
  ReleaseWord word_;
};

}  // namespace

std::unique_ptr<TimedStream> make_cuda_stream(at::Device device, const CudaDriver& driver,
                                              std::optional<int64_t> l2_bytes) {
  return std::make_unique<CudaStream>(device, driver, l2_bytes);
}

}  // namespace attn
