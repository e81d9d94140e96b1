#pragma once

#include <cuda_runtime_api.h>

namespace attn {

/// Throws for a CUDA runtime call that failed, and clears the error so that LibTorch's next check doesn't report it
/// again: c10::OutOfMemoryError for want of memory, as LibTorch does, else GpuError. Returns for cudaSuccess.
void check_cuda(cudaError_t code, const char* call, const char* doing);

}  // namespace attn

/// Checks a call of the CUDA runtime; `doing` is what it is for, as in "recording the start event".
#define ATTN_CUDA_CHECK(call, doing) ::attn::check_cuda((call), #call, (doing))
