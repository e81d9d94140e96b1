#pragma once

#include <string>
#include <string_view>

namespace attn {

/// Whether a kernel record stands for a whole call into cuBLAS or cuDNN, as the stand-in GPU writes it.
bool is_library_call(std::string_view recorded_name);

/// A kernel's name as C++ writes it, or the library function's; a name that can't be demangled as it is.
std::string readable_kernel_name(std::string_view recorded_name);

/// "cudaLaunchKernel" of CUPTI's "cudaLaunchKernel_v7000": without the version of CUDA, which has four digits or more.
/// A version of the function itself stays ("cuMemcpyHtoD_v2").
std::string_view plain_api_name(std::string_view callback_name);

}  // namespace attn
