#include "standin/launch.h"

#include <algorithm>
#include <limits>

#include "standin/api_call.h"
#include "standin/device_limits.h"
#include "standin/enqueue.h"
#include "standin/machine.h"

namespace attn::standin {

namespace {

bool fits_configuration(const LaunchShape& shape) {
  uint64_t threads = 1;
  for (size_t axis = 0; axis < 3; ++axis) {
    if (shape.grid[axis] == 0 || shape.grid[axis] > kMaxGrid[axis]) return false;
    if (shape.block[axis] == 0 || shape.block[axis] > kMaxBlock[axis]) return false;
    threads *= shape.block[axis];
  }
  return threads <= kMaxThreadsPerBlock;
}

uint64_t block_threads(const LaunchShape& shape) {
  return uint64_t{shape.block[0]} * shape.block[1] * shape.block[2];
}

// The part of a launch that a sick GPU refuses. What is captured is launched with its graph.
cudaError_t count_launch(cudaStream_t stream) {
  if (machine().captures.info(stream).status == cudaStreamCaptureStatusNone) machine().health.count_launch();
  return standing_error();
}

}  // namespace

cudaError_t launch_graph(Call& call, const void* executable, cudaStream_t stream) {
  if (!machine().timeline.knows_stream(stream)) return cudaErrorInvalidResourceHandle;
  if (const cudaError_t code = count_launch(stream); code != cudaSuccess) return code;
  return enqueue_graph(call, executable, stream);
}

cudaError_t launch(Call& call, Kernel* kernel, const LaunchShape& shape, cudaStream_t stream) {
  if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
  if (const cudaError_t code = count_launch(stream); code != cudaSuccess) return code;
  const Resources& resources = kernel->resources;
  if (!resources.has_image || machine().settings.faults.no_kernel_image) return cudaErrorNoKernelImageForDevice;
  if (!fits_configuration(shape)) return cudaErrorInvalidConfiguration;
  const uint64_t shared_bytes = resources.static_shared_bytes + shape.dynamic_shared_bytes;
  if (shape.dynamic_shared_bytes > machine().kernels.max_dynamic_shared_bytes(*kernel) ||
      shared_bytes > static_cast<uint64_t>(machine().settings.card.shared_bytes_per_block_optin)) {
    return cudaErrorInvalidValue;
  }
  if (resources.registers * block_threads(shape) > kRegistersPerBlock) return cudaErrorLaunchOutOfResources;
  return enqueue(call,
                 KernelActivity{.name = kernel->name.c_str(),
                                .grid = shape.grid,
                                .block = shape.block,
                                .registers = resources.registers,
                                .static_shared_bytes = resources.static_shared_bytes,
                                .dynamic_shared_bytes = static_cast<uint32_t>(shape.dynamic_shared_bytes),
                                .cooperative = shape.cooperative,
                                .interval = {},
                                .place = {}},
                 stream);
}

cudaError_t launch_library_call(const std::string& function, cudaStream_t stream) {
  const Kernel* kernel = machine().kernels.find_by_name(std::string(kLibraryCallPrefix) + function);
  Call call = begin_call(Api::kDriver, static_cast<uint32_t>(ATTN_DRIVER(cuLaunchKernelEx)));
  cudaError_t code = count_launch(stream);
  if (code == cudaSuccess) {
    code = enqueue(call, KernelActivity{.name = kernel->name.c_str(), .interval = {}, .place = {}}, stream);
  }
  end_call(call, static_cast<uint32_t>(driver_code(code)));
  return remember(code);
}

// The limits that NVIDIA's occupancy calculator has: blocks, threads, registers (given out in units of 256 a warp, in
// each of an SM's four parts) and shared memory (1 KiB of each block is the driver's, given out in units of 128 bytes).
int blocks_per_sm(Kernel& kernel, int64_t threads, size_t dynamic_shared_bytes) {
  const Card& card = machine().settings.card;
  if (threads <= 0 || threads > static_cast<int64_t>(kMaxThreadsPerBlock)) return 0;
  if (dynamic_shared_bytes > machine().kernels.max_dynamic_shared_bytes(kernel)) return 0;
  const int64_t warps = (threads + kWarpThreads - 1) / kWarpThreads;
  int64_t blocks = std::min(card.max_blocks_per_sm, card.max_threads_per_sm / (warps * kWarpThreads));
  if (kernel.resources.registers > 0) {
    const int64_t warp_registers = (kernel.resources.registers * kWarpThreads + 255) / 256 * 256;
    blocks = std::min(blocks, card.registers_per_sm / 4 / warp_registers * 4 / warps);
  }
  const auto shared_bytes = static_cast<int64_t>(kernel.resources.static_shared_bytes + dynamic_shared_bytes);
  const int64_t block_bytes = (shared_bytes + kReservedSharedBytesPerBlock + 127) / 128 * 128;
  blocks = std::min(blocks, card.shared_bytes_per_sm / block_bytes);
  return static_cast<int>(blocks);
}

}  // namespace attn::standin
