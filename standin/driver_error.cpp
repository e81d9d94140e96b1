#include <cuda.h>

#include <algorithm>
#include <array>

#include "standin/exported.h"

// Names and texts of the driver's errors, as far as the stand-in returns them: there is no real driver to ask.

namespace {

struct Error {
  CUresult code;
  const char* name;
  const char* text;
};

#define ATTN_ERROR(code, text) \
  { code, #code, text }
constexpr auto kErrors = std::to_array<Error>({
    ATTN_ERROR(CUDA_SUCCESS, "no error"),
    ATTN_ERROR(CUDA_ERROR_INVALID_VALUE, "invalid argument"),
    ATTN_ERROR(CUDA_ERROR_OUT_OF_MEMORY, "out of memory"),
    ATTN_ERROR(CUDA_ERROR_DEVICE_UNAVAILABLE, "CUDA-capable device(s) is/are busy or unavailable"),
    ATTN_ERROR(CUDA_ERROR_NO_DEVICE, "no CUDA-capable device is detected"),
    ATTN_ERROR(CUDA_ERROR_INVALID_DEVICE, "invalid device ordinal"),
    ATTN_ERROR(CUDA_ERROR_NO_BINARY_FOR_GPU, "no kernel image is available for execution on the device"),
    ATTN_ERROR(CUDA_ERROR_FILE_NOT_FOUND, "file not found"),
    ATTN_ERROR(CUDA_ERROR_INVALID_HANDLE, "invalid resource handle"),
    ATTN_ERROR(CUDA_ERROR_NOT_FOUND, "named symbol not found"),
    ATTN_ERROR(CUDA_ERROR_NOT_READY, "device not ready"),
    ATTN_ERROR(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "too many resources requested for launch"),
    ATTN_ERROR(CUDA_ERROR_LAUNCH_FAILED, "unspecified launch failure"),
    ATTN_ERROR(CUDA_ERROR_NOT_SUPPORTED, "operation not supported"),
});
#undef ATTN_ERROR

CUresult say(CUresult code, const char* Error::*what, const char** result) {
  const auto* found = std::ranges::find(kErrors, code, &Error::code);
  *result = found == kErrors.end() ? nullptr : found->*what;
  return found == kErrors.end() ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

}  // namespace

ATTN_EXPORTED CUresult cuGetErrorName(CUresult code, const char** name) {
  return say(code, &Error::name, name);
}

ATTN_EXPORTED CUresult cuGetErrorString(CUresult code, const char** text) {
  return say(code, &Error::text, text);
}
