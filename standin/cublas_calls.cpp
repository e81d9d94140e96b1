#include <string>
#include <string_view>
#include <type_traits>

#include "standin/cublas_functions.h"
#include "standin/cublas_handle.h"
#include "standin/exported.h"
#include "standin/launch.h"

// cuBLAS's work: each function is one library call.

namespace {

template <typename Function>
struct TakesHandle : std::false_type {};
template <typename... Arguments>
struct TakesHandle<cublasStatus_t (*)(cublasHandle_t, Arguments...)> : std::true_type {};

cublasStatus_t call(cublasHandle_t handle, std::string_view function) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  // "_v2" is the header's affair, a program calls it without.
  if (function.ends_with("_v2")) function.remove_suffix(3);
  const cudaError_t code = attn::standin::launch_library_call(std::string(function), handle->stream);
  return code == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

}  // namespace

// The definition takes the handle alone, of all the arguments that the header declares: it is the first, so in the same
// register (x86-64 and AArch64), and the caller takes the others off the stack.
#define ATTN_CHECK(function) static_assert(TakesHandle<decltype(&(function))>::value);
#define ATTN_DEFINE(function)                                                                     \
  ATTN_EXPORTED cublasStatus_t attn_standin_##function(cublasHandle_t handle) __asm__(#function); \
  cublasStatus_t attn_standin_##function(cublasHandle_t handle) {                                 \
    return call(handle, #function);                                                               \
  }

ATTN_CUBLAS_FUNCTIONS(ATTN_CHECK)
ATTN_CUBLAS_FUNCTIONS(ATTN_DEFINE)
ATTN_CUBLAS_OVERLOADED_FUNCTIONS(ATTN_DEFINE)
