#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstdint>
#include <string>

#include "standin/activity.h"
#include "standin/kernel_registry.h"

namespace attn::standin {

struct LaunchShape {
  std::array<uint32_t, 3> grid{};
  std::array<uint32_t, 3> block{};
  size_t dynamic_shared_bytes = 0;
  bool cooperative = false;
};

/// Queues a kernel, as a part of `call`. Refused, with CUDA's own code, as a GPU would: no code for the card, a block
/// too large, more registers or shared memory than the card has. Null is a function that isn't known.
cudaError_t launch(Call& call, Kernel* kernel, const LaunchShape& shape, cudaStream_t stream);

/// A whole call into a library, whose kernels can't be known: queued and recorded as one launch through the driver. The
/// record is named kLibraryCallPrefix and the library's function.
cudaError_t launch_library_call(const std::string& function, cudaStream_t stream);

/// What cudaGraphLaunch does, as a part of `call`; counts as one launch.
cudaError_t launch_graph(Call& call, const void* executable, cudaStream_t stream);

/// How many blocks of a kernel an SM of the card holds at once; 0 for none.
int blocks_per_sm(Kernel& kernel, int64_t block_threads, size_t dynamic_shared_bytes);

}  // namespace attn::standin
