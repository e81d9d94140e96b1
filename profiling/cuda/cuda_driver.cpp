#include "profiling/cuda/cuda_driver.h"

#include <dlfcn.h>

#include "profiling/cuda/gpu_error.h"
#include "profiling/cuda/shared_library.h"

namespace attn {

CudaDriver open_cuda_driver(const std::string& library) {
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  CudaDriver driver;
  load_symbol(handle, "cuStreamWaitValue32_v2", driver.stream_wait_value32_v2);
  load_symbol(handle, "cuGetErrorName", driver.get_error_name);
  load_symbol(handle, "cuGetErrorString", driver.get_error_string);
  return driver;
}

void check_driver(const CudaDriver& driver, CUresult code, const char* call, const char* doing) {
  if (code == CUDA_SUCCESS) return;
  const char* name = nullptr;
  const char* text = nullptr;
  if (driver.get_error_name != nullptr) static_cast<void>(driver.get_error_name(code, &name));
  if (driver.get_error_string != nullptr) static_cast<void>(driver.get_error_string(code, &text));
  throw GpuError(call, code, name != nullptr ? name : "CUresult without a name",
                 text != nullptr ? text : "the driver has no text for it", doing);
}

}  // namespace attn
