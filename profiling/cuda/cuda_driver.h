#pragma once

#include <cuda.h>

#include <memory>
#include <string>

namespace attn {

/// What is used of CUDA's driver library, opened at run time: it comes with the driver, not with LibTorch, and a
/// machine without a GPU lacks it. A function that the library lacks is null.
struct CudaDriver {
  // Typed by hand: in cuda.h the plain name is a macro for the _v2 function, while the library's plain symbol is the
  // older one with other rules.
  CUresult (*stream_wait_value32_v2)(CUstream, CUdeviceptr, cuuint32_t, unsigned int) = nullptr;
  CUresult (*get_error_name)(CUresult, const char**) = nullptr;
  CUresult (*get_error_string)(CUresult, const char**) = nullptr;
};

/// The driver that this process uses, or one whose functions are all null where the library can't be opened. It stays
/// open to the end of the program.
CudaDriver open_cuda_driver(const std::string& library = "libcuda.so.1");

/// Throws GpuError for a driver call that failed, with the driver's own text.
void check_driver(const CudaDriver& driver, CUresult code, const char* call, const char* doing);

}  // namespace attn

/// Checks a call of CUDA's driver, made through the table `driver`; `doing` is what it is for.
#define ATTN_DRIVER_CHECK(driver, call, doing) ::attn::check_driver((driver), (call), #call, (doing))
