#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>
// After the two above.
#include <cupti.h>

#include "standin/activity.h"

namespace attn::standin {

Call begin_call(Api api, uint32_t cbid);
/// Records the call; what it returned is in `result`.
void end_call(const Call& call, uint32_t result);

/// What a GPU that is ill answers to every call; success while it is well.
cudaError_t standing_error();

/// Keeps an error for cudaGetLastError of this thread; returns it.
cudaError_t remember(cudaError_t error);

/// A call of the runtime: `body` (Call& → cudaError_t) unless the GPU is ill.
template <typename Body>
cudaError_t runtime_call(CUpti_runtime_api_trace_cbid cbid, const Body& body) {
  Call call = begin_call(Api::kRuntime, static_cast<uint32_t>(cbid));
  cudaError_t code = standing_error();
  if (code == cudaSuccess) code = body(call);
  end_call(call, static_cast<uint32_t>(code));
  return remember(code);
}

/// The driver's code for the same; both number their errors alike.
CUresult driver_code(cudaError_t code);

/// A call of the driver: `body` (Call& → cudaError_t) unless the GPU is ill.
template <typename Body>
CUresult driver_call(CUpti_driver_api_trace_cbid cbid, const Body& body) {
  Call call = begin_call(Api::kDriver, static_cast<uint32_t>(cbid));
  cudaError_t code = standing_error();
  if (code == cudaSuccess) code = body(call);
  end_call(call, static_cast<uint32_t>(code));
  return driver_code(code);
}

}  // namespace attn::standin

/// CUPTI's number of a function: ATTN_RUNTIME(cudaMalloc_v3020), ATTN_DRIVER(cuLaunchKernel).
#define ATTN_RUNTIME(function) CUPTI_RUNTIME_TRACE_CBID_##function
#define ATTN_DRIVER(function) CUPTI_DRIVER_TRACE_CBID_##function
