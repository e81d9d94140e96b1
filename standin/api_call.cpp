#include "standin/api_call.h"

#include <utility>

#include "standin/exported.h"
#include "standin/machine.h"

namespace attn::standin {

namespace {
thread_local cudaError_t last_error = cudaSuccess;
}

Call begin_call(Api api, uint32_t cbid) {
  return {.api = api,
          .cbid = cbid,
          .start_ns = now_ns(),
          .correlation = machine().activities.next_correlation(),
          .activity = {},
          .nodes = {}};
}

void end_call(const Call& call, uint32_t result) {
  machine().activities.record(call, result);
}

cudaError_t standing_error() {
  switch (machine().health.condition()) {
    case Condition::kWell:
      return cudaSuccess;
    case Condition::kLaunchFailed:
      return cudaErrorLaunchFailure;
    case Condition::kLost:
      return cudaErrorDevicesUnavailable;
  }
  return cudaErrorUnknown;
}

cudaError_t remember(cudaError_t error) {
  if (error != cudaSuccess) last_error = error;
  return error;
}

// The runtime's own codes for a bad argument or configuration have other numbers in the driver, or none.
CUresult driver_code(cudaError_t code) {
  switch (code) {
    case cudaErrorInvalidConfiguration:
      return CUDA_ERROR_INVALID_VALUE;
    case cudaErrorInvalidDeviceFunction:
      return CUDA_ERROR_INVALID_HANDLE;
    default:
      return static_cast<CUresult>(code);
  }
}

}  // namespace attn::standin

using attn::standin::last_error;

// Neither ends with the GPU: what it has caught stays.
ATTN_EXPORTED cudaError_t cudaGetLastError() {
  const cudaError_t standing = attn::standin::standing_error();
  return standing != cudaSuccess ? standing : std::exchange(last_error, cudaSuccess);
}

ATTN_EXPORTED cudaError_t cudaPeekAtLastError() {
  const cudaError_t standing = attn::standin::standing_error();
  return standing != cudaSuccess ? standing : last_error;
}
