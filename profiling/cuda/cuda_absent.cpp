// In place of the CUDA half where it is not built.
#include <fmt/format.h>

#include "profiling/cuda/cuda_device.h"
#include "profiling/nvidia_driver.h"
#include "results/bad_request.h"

namespace attn {

CudaAvailability cuda_availability() {
  CudaAvailability verdict;
  verdict.has_device = nvidia_driver().has_device();
  verdict.reason = ABSENT_REASON;
  return verdict;
}

std::unique_ptr<Device> make_cuda_device(int64_t index) {
  throw BadRequest(fmt::format("device cuda:{} can't be had: {}", index, ABSENT_REASON));
}

}  // namespace attn
