#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <vector>

#include "standin/api_call.h"
#include "standin/device_limits.h"
#include "standin/exported.h"
#include "standin/launch.h"
#include "standin/machine.h"

// The runtime's kernels: how a library registers its own, and how they are launched. The functions with __ are what
// nvcc's code calls (crt/host_runtime.h).

using namespace attn::standin;

namespace {

LaunchShape shape_of(dim3 grid, dim3 block, size_t dynamic_shared_bytes) {
  return {.grid = {grid.x, grid.y, grid.z},
          .block = {block.x, block.y, block.z},
          .dynamic_shared_bytes = dynamic_shared_bytes};
}

struct Configuration {
  dim3 grid;
  dim3 block;
  size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
};

// Of this thread's <<<>>> under way. A stub pops what its caller pushed, before anything else is launched.
thread_local Configuration configuration;

cudaError_t set_dynamic_shared_bytes(Kernel& kernel, int value) {
  const int64_t most = machine().settings.card.shared_bytes_per_block_optin - kernel.resources.static_shared_bytes;
  if (value < 0 || value > most) return cudaErrorInvalidValue;
  machine().kernels.set_max_dynamic_shared_bytes(kernel, static_cast<uint32_t>(value));
  return cudaSuccess;
}

cudaFuncAttributes attributes_of(const Kernel& kernel) {
  const Card& card = machine().settings.card;
  cudaFuncAttributes attributes{};
  attributes.sharedSizeBytes = kernel.resources.static_shared_bytes;
  const int registers = kernel.resources.registers;
  attributes.numRegs = registers;
  attributes.maxThreadsPerBlock = static_cast<int>(kMaxThreadsPerBlock);
  if (registers > 64) attributes.maxThreadsPerBlock = static_cast<int>(kRegistersPerBlock) / registers / 32 * 32;
  attributes.binaryVersion = static_cast<int>(card.major * 10 + card.minor);
  attributes.ptxVersion = attributes.binaryVersion;
  attributes.maxDynamicSharedSizeBytes = static_cast<int>(machine().kernels.max_dynamic_shared_bytes(kernel));
  attributes.preferredShmemCarveout = -1;
  return attributes;
}

}  // namespace

ATTN_EXPORTED void** __cudaRegisterFatBinary(void*) {
  return new void*(nullptr);  // its address names the module
}

ATTN_EXPORTED void __cudaRegisterFatBinaryEnd(void**) {}

ATTN_EXPORTED void __cudaUnregisterFatBinary(void** module) {
  machine().kernels.remove_module(module);
  delete module;
}

ATTN_EXPORTED char __cudaInitModule(void**) {
  return 1;
}

ATTN_EXPORTED void __cudaRegisterFunction(void** module, const char* stub, char*, const char* name, int, uint3*, uint3*,
                                          dim3*, dim3*, int*) {
  machine().kernels.add(module, stub, name);
}

ATTN_EXPORTED void __cudaRegisterVar(void**, char* shadow, char*, const char*, int, size_t bytes, int, int) {
  machine().symbols.add(shadow, bytes);
}

ATTN_EXPORTED unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream) {
  configuration = {.grid = grid, .block = block, .shared_bytes = shared_bytes, .stream = stream};
  return 0;
}

ATTN_EXPORTED cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared_bytes, void* stream) {
  *grid = configuration.grid;
  *block = configuration.block;
  *shared_bytes = configuration.shared_bytes;
  *static_cast<cudaStream_t*>(stream) = configuration.stream;
  return cudaSuccess;
}

ATTN_EXPORTED cudaError_t __cudaGetKernel(cudaKernel_t* handle, const void* stub) {
  Kernel* const kernel = machine().kernels.find(stub);
  *handle = reinterpret_cast<cudaKernel_t>(kernel);
  return remember(kernel == nullptr ? cudaErrorInvalidDeviceFunction : cudaSuccess);
}

ATTN_EXPORTED cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void**, size_t shared_bytes,
                                           cudaStream_t stream) {
  return runtime_call(ATTN_RUNTIME(cudaLaunchKernel_v7000), [&](Call& call) {
    return launch(call, machine().kernels.find(function), shape_of(grid, block, shared_bytes), stream);
  });
}

ATTN_EXPORTED cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                                             size_t shared_bytes, cudaStream_t stream) {
  return cudaLaunchKernel(kernel, grid, block, arguments, shared_bytes, stream);
}

ATTN_EXPORTED cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function, void**) {
  return runtime_call(ATTN_RUNTIME(cudaLaunchKernelExC_v11060), [&](Call& call) {
    LaunchShape shape = shape_of(config->gridDim, config->blockDim, config->dynamicSmemBytes);
    for (unsigned int i = 0; i < config->numAttrs; ++i) {
      if (config->attrs[i].id == cudaLaunchAttributeCooperative) shape.cooperative = config->attrs[i].val.cooperative;
    }
    return launch(call, machine().kernels.find(function), shape, config->stream);
  });
}

ATTN_EXPORTED cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void**,
                                                      size_t shared_bytes, cudaStream_t stream) {
  return runtime_call(ATTN_RUNTIME(cudaLaunchCooperativeKernel_v9000), [&](Call& call) {
    LaunchShape shape = shape_of(grid, block, shared_bytes);
    shape.cooperative = true;
    return launch(call, machine().kernels.find(function), shape, stream);
  });
}

ATTN_EXPORTED cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  return runtime_call(ATTN_RUNTIME(cudaFuncGetAttributes_v3020), [&](Call&) {
    const Kernel* const kernel = machine().kernels.find(function);
    if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
    if (!kernel->resources.has_image) return cudaErrorNoKernelImageForDevice;
    *attributes = attributes_of(*kernel);
    return cudaSuccess;
  });
}

ATTN_EXPORTED cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
  return runtime_call(ATTN_RUNTIME(cudaFuncSetAttribute_v9000), [&](Call&) {
    Kernel* const kernel = machine().kernels.find(function);
    if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;
    return set_dynamic_shared_bytes(*kernel, value);
  });
}

ATTN_EXPORTED cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function,
                                                                                 int block_threads, size_t shared_bytes,
                                                                                 unsigned int) {
  return runtime_call(ATTN_RUNTIME(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags_v7000), [&](Call&) {
    Kernel* const kernel = machine().kernels.find(function);
    if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
    *blocks = blocks_per_sm(*kernel, block_threads, shared_bytes);
    return cudaSuccess;
  });
}

ATTN_EXPORTED cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function,
                                                                        int block_threads, size_t shared_bytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, block_threads, shared_bytes, 0);
}
