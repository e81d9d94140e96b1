#pragma once

#include <cublas_v2.h>
#include <cuda_runtime_api.h>

// cuBLAS's handle points to this; the header leaves it open.
struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasMath_t math_mode = CUBLAS_DEFAULT_MATH;
  cublasPointerMode_t pointer_mode = CUBLAS_POINTER_MODE_HOST;
};
