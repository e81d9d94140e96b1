#include <cuda.h>
#include <elf.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#include "standin/api_call.h"
#include "standin/device_limits.h"
#include "standin/exported.h"
#include "standin/launch.h"
#include "standin/machine.h"
#include "standin/module_image.h"

// The driver's modules, functions and launches. Of a module that is a code object (cubin) the kernels and what they
// take are read; any other has whatever function it is asked for.

using namespace attn::standin;

namespace {

/// Any module that can't be looked into.
CUmodule the_module() {
  static char module = 0;
  return reinterpret_cast<CUmodule>(&module);
}

CUmodule module_of(const void* image) {
  const std::vector<ImageKernel> kernels = kernels_of_image(image);
  if (kernels.empty()) return the_module();
  return static_cast<CUmodule>(const_cast<void*>(machine().kernels.add_module(kernels)));
}

Kernel* kernel_of(CUfunction function) {
  return machine().kernels.find(function);
}

cudaError_t launch_function(Call& call, const CUlaunchConfig& config, CUfunction function) {
  LaunchShape shape{.grid = {config.gridDimX, config.gridDimY, config.gridDimZ},
                    .block = {config.blockDimX, config.blockDimY, config.blockDimZ},
                    .dynamic_shared_bytes = config.sharedMemBytes};
  for (unsigned int i = 0; i < config.numAttrs; ++i) {
    if (config.attrs[i].id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE) shape.cooperative = config.attrs[i].value.cooperative;
  }
  return launch(call, kernel_of(function), shape, config.hStream);
}

}  // namespace

ATTN_EXPORTED CUresult cuModuleLoad(CUmodule* module, const char* file) {
  std::ifstream bytes(file, std::ios::binary);
  if (!bytes) return CUDA_ERROR_FILE_NOT_FOUND;
  std::string image{std::istreambuf_iterator<char>(bytes), {}};
  image.resize(std::max(image.size(), sizeof(Elf64_Ehdr)));
  *module = module_of(image.data());
  return driver_code(standing_error());
}

ATTN_EXPORTED CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  if (image == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *module = module_of(image);
  return driver_code(standing_error());
}

ATTN_EXPORTED CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned int, CUjit_option*, void**) {
  return cuModuleLoadData(module, image);
}

ATTN_EXPORTED CUresult cuModuleUnload(CUmodule) {
  return driver_code(standing_error());
}

ATTN_EXPORTED CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  KernelRegistry& kernels = machine().kernels;
  if (name == nullptr || (module != the_module() && !kernels.is_module(module))) return CUDA_ERROR_INVALID_VALUE;
  Kernel* const kernel = module == the_module() ? kernels.find_by_name(name) : kernels.find_in_module(module, name);
  *function = reinterpret_cast<CUfunction>(kernel);
  return kernel == nullptr ? CUDA_ERROR_NOT_FOUND : driver_code(standing_error());
}

ATTN_EXPORTED CUresult cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction function) {
  const Kernel* const kernel = kernel_of(function);
  if (kernel == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      *value = static_cast<int>(kMaxThreadsPerBlock);
      break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
      *value = static_cast<int>(kernel->resources.static_shared_bytes);
      break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
      *value = kernel->resources.registers;
      break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      *value = static_cast<int>(machine().kernels.max_dynamic_shared_bytes(*kernel));
      break;
    default:
      *value = 0;
  }
  return driver_code(standing_error());
}

ATTN_EXPORTED CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
  Kernel* const kernel = kernel_of(function);
  if (kernel == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) return driver_code(standing_error());
  if (value < 0 || value > machine().settings.card.shared_bytes_per_block_optin) return CUDA_ERROR_INVALID_VALUE;
  machine().kernels.set_max_dynamic_shared_bytes(*kernel, static_cast<uint32_t>(value));
  return driver_code(standing_error());
}

ATTN_EXPORTED CUresult cuFuncSetCacheConfig(CUfunction, CUfunc_cache) {
  return driver_code(standing_error());
}

ATTN_EXPORTED CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                      unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                      unsigned int block_z, unsigned int shared_bytes, CUstream stream, void**,
                                      void**) {
  return driver_call(ATTN_DRIVER(cuLaunchKernel), [&](Call& call) {
    const LaunchShape shape{
        .grid = {grid_x, grid_y, grid_z}, .block = {block_x, block_y, block_z}, .dynamic_shared_bytes = shared_bytes};
    return launch(call, kernel_of(function), shape, stream);
  });
}

ATTN_EXPORTED CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function, void**, void**) {
  return driver_call(ATTN_DRIVER(cuLaunchKernelEx),
                     [&](Call& call) { return launch_function(call, *config, function); });
}

ATTN_EXPORTED CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                                 unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                                 unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                                                 void**) {
  return driver_call(ATTN_DRIVER(cuLaunchCooperativeKernel), [&](Call& call) {
    const LaunchShape shape{.grid = {grid_x, grid_y, grid_z},
                            .block = {block_x, block_y, block_z},
                            .dynamic_shared_bytes = shared_bytes,
                            .cooperative = true};
    return launch(call, kernel_of(function), shape, stream);
  });
}

ATTN_EXPORTED CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction function, int block_threads,
                                                                   size_t shared_bytes) {
  Kernel* const kernel = kernel_of(function);
  if (kernel == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  *blocks = blocks_per_sm(*kernel, block_threads, shared_bytes);
  return driver_code(standing_error());
}

ATTN_EXPORTED CUresult cuOccupancyMaxActiveClusters(int* clusters, CUfunction function, const CUlaunchConfig*) {
  *clusters = 1;
  return kernel_of(function) == nullptr ? CUDA_ERROR_INVALID_HANDLE : driver_code(standing_error());
}
