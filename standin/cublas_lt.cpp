#include <cublasLt.h>

#include "standin/cublas_handle.h"
#include "standin/exported.h"
#include "standin/launch.h"

// cuBLASLt, as far as matrix products take it. Descriptions are kept by nobody: what is computed doesn't matter.

namespace {

template <typename Description>
cublasStatus_t create(Description** description) {
  *description = new Description{};
  return CUBLAS_STATUS_SUCCESS;
}

template <typename Description>
cublasStatus_t destroy(Description* description) {
  delete description;
  return CUBLAS_STATUS_SUCCESS;
}

}  // namespace

ATTN_EXPORTED cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) {
  *handle = reinterpret_cast<cublasLtHandle_t>(new cublasContext);
  return CUBLAS_STATUS_SUCCESS;
}

ATTN_EXPORTED cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
  delete reinterpret_cast<cublasContext*>(handle);
  return CUBLAS_STATUS_SUCCESS;
}

ATTN_EXPORTED cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* description, cublasComputeType_t,
                                                      cudaDataType_t) {
  return create(description);
}

ATTN_EXPORTED cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t description) {
  return destroy(description);
}

ATTN_EXPORTED cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t, cublasLtMatmulDescAttributes_t,
                                                            const void*, size_t) {
  return CUBLAS_STATUS_SUCCESS;
}

ATTN_EXPORTED cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* layout, cudaDataType, uint64_t,
                                                        uint64_t, int64_t) {
  return create(layout);
}

ATTN_EXPORTED cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) {
  return destroy(layout);
}

ATTN_EXPORTED cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t, cublasLtMatrixLayoutAttribute_t,
                                                              const void*, size_t) {
  return CUBLAS_STATUS_SUCCESS;
}

ATTN_EXPORTED cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* preference) {
  return create(preference);
}

ATTN_EXPORTED cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) {
  return destroy(preference);
}

ATTN_EXPORTED cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t,
                                                                  cublasLtMatmulPreferenceAttributes_t, const void*,
                                                                  size_t) {
  return CUBLAS_STATUS_SUCCESS;
}

ATTN_EXPORTED cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t,
                                                            cublasLtMatrixLayout_t, cublasLtMatrixLayout_t,
                                                            cublasLtMatrixLayout_t, cublasLtMatrixLayout_t,
                                                            cublasLtMatmulPreference_t, int requested,
                                                            cublasLtMatmulHeuristicResult_t results[], int* count) {
  if (requested <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  results[0] = {};
  results[0].state = CUBLAS_STATUS_SUCCESS;
  results[0].wavesCount = 1;
  *count = 1;
  return CUBLAS_STATUS_SUCCESS;
}

ATTN_EXPORTED cublasStatus_t cublasLtMatmul(cublasLtHandle_t, cublasLtMatmulDesc_t, const void*, const void*,
                                            cublasLtMatrixLayout_t, const void*, cublasLtMatrixLayout_t, const void*,
                                            const void*, cublasLtMatrixLayout_t, void*, cublasLtMatrixLayout_t,
                                            const cublasLtMatmulAlgo_t*, void*, size_t, cudaStream_t stream) {
  const cudaError_t code = attn::standin::launch_library_call("cublasLtMatmul", stream);
  return code == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}
