#include <cuda.h>
#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include <string>

#include "standin/api_call.h"
#include "standin/exported.h"

// Functions of the driver by name: those of this library, by the newest version that it has.

using namespace attn::standin;

namespace {

void* open_this_library() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(&open_this_library), &info) == 0) return nullptr;
  return dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD);
}

void* find_function(const std::string& name) {
  static void* const library = open_this_library();
  if (library == nullptr) return nullptr;
  for (const char* suffix : {"_v3", "_v2", ""}) {
    if (void* function = dlsym(library, (name + suffix).c_str())) return function;
  }
  return nullptr;
}

cudaError_t find(const char* name, void** function, cudaDriverEntryPointQueryResult* result) {
  return runtime_call(ATTN_RUNTIME(cudaGetDriverEntryPointByVersion_v12050), [&](Call&) {
    *function = find_function(name);
    if (result != nullptr) {
      *result = *function == nullptr ? cudaDriverEntryPointSymbolNotFound : cudaDriverEntryPointSuccess;
    }
    // CUDA says so in the result, not in the code.
    return cudaSuccess;
  });
}

}  // namespace

ATTN_EXPORTED cudaError_t cudaGetDriverEntryPointByVersion(const char* name, void** function, unsigned int,
                                                           unsigned long long,
                                                           cudaDriverEntryPointQueryResult* result) {
  return find(name, function, result);
}

#if CUDART_VERSION < 13000
ATTN_EXPORTED cudaError_t cudaGetDriverEntryPoint(const char* name, void** function, unsigned long long,
                                                  cudaDriverEntryPointQueryResult* result) {
  return find(name, function, result);
}
#endif

ATTN_EXPORTED CUresult cuGetProcAddress_v2(const char* name, void** function, int, cuuint64_t,
                                           CUdriverProcAddressQueryResult* result) {
  *function = find_function(name);
  if (result != nullptr) {
    *result = *function == nullptr ? CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND : CU_GET_PROC_ADDRESS_SUCCESS;
  }
  return *function == nullptr ? CUDA_ERROR_NOT_FOUND : CUDA_SUCCESS;
}
