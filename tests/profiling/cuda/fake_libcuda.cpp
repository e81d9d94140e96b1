// A driver library in the test's hand. It has the old cuStreamWaitValue32 beside the new one, as the real one.
#include <cuda.h>

#undef cuStreamWaitValue32

extern "C" {
CUresult cuStreamWaitValue32(CUstream, CUdeviceptr, cuuint32_t, unsigned int) {
  return CUDA_ERROR_UNKNOWN;
}
CUresult cuStreamWaitValue32_v2(CUstream, CUdeviceptr, cuuint32_t, unsigned int) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuGetErrorName(CUresult, const char** name) {
  *name = "CUDA_ERROR_INVALID_CONTEXT";
  return CUDA_SUCCESS;
}
}
