// In place of the CUDA half where it is not built.
#include <fmt/format.h>

#include "profiling/cuda/cuda_device.h"
#include "profiling/cuda/sdpa_refusal.h"
#include "profiling/nvidia_driver.h"
#include "results/bad_request.h"

namespace attn {

std::optional<std::string> cuda_absent_reason() {
  return ABSENT_REASON;
}

CudaAvailability cuda_availability() {
  CudaAvailability verdict;
  verdict.has_device = nvidia_driver().has_device();
  verdict.reason = ABSENT_REASON;
  return verdict;
}

// What it is worked out with comes with CUDA's headers, and so do the launches.
std::optional<Occupancy> occupancy_of(const Launch&, const SmLimits&) {
  return std::nullopt;
}

std::unique_ptr<Device> make_cuda_device(int64_t index, KernelCheck) {
  throw BadRequest(fmt::format("device cuda:{} can't be had: {}", index, ABSENT_REASON));
}

void warn_why_sdpa_refuses(std::string_view, const SdpaCall&) {}

}  // namespace attn
