#include "profiling/cuda/cuda_check.h"

#include <c10/util/Exception.h>
#include <fmt/format.h>

#include "profiling/cuda/gpu_error.h"

namespace attn {

void check_cuda(cudaError_t code, const char* call, const char* doing) {
  if (code == cudaSuccess) return;
  // The runtime keeps the last error of a thread until someone asks. One that has broken the context stays all the
  // same.
  static_cast<void>(cudaGetLastError());
  const GpuError error(call, code, cudaGetErrorName(code), cudaGetErrorString(code), doing);
  TORCH_CHECK_WITH(OutOfMemoryError, code != cudaErrorMemoryAllocation, error.what());
  throw error;
}

}  // namespace attn
