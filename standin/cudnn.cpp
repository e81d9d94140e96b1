#include <cudnn.h>

#include <cstring>

#include "standin/api_call.h"
#include "standin/exported.h"
#include "standin/launch.h"

// cuDNN's handle and its graph API: every graph finds one plan, which needs no workspace, and is run as one library
// call.

// cuDNN's handle and descriptors point to these; the header leaves them open.
struct cudnnContext {
  cudaStream_t stream = nullptr;
};

namespace {

struct Descriptor {
  cudnnBackendDescriptorType_t type;
};

bool is_note(cudnnBackendAttributeName_t name) {
  return name == CUDNN_ATTR_ENGINE_BEHAVIOR_NOTE || name == CUDNN_ATTR_ENGINE_NUMERICAL_NOTE;
}

}  // namespace

ATTN_EXPORTED cudnnStatus_t cudnnCreate(cudnnHandle_t* handle) {
  if (handle == nullptr) return CUDNN_STATUS_BAD_PARAM;
  if (attn::standin::standing_error() != cudaSuccess) return CUDNN_STATUS_NOT_INITIALIZED;
  *handle = new cudnnContext;
  return CUDNN_STATUS_SUCCESS;
}

ATTN_EXPORTED cudnnStatus_t cudnnDestroy(cudnnHandle_t handle) {
  delete handle;
  return CUDNN_STATUS_SUCCESS;
}

ATTN_EXPORTED cudnnStatus_t cudnnSetStream(cudnnHandle_t handle, cudaStream_t stream) {
  if (handle == nullptr) return CUDNN_STATUS_NOT_INITIALIZED;
  handle->stream = stream;
  return CUDNN_STATUS_SUCCESS;
}

ATTN_EXPORTED cudnnStatus_t cudnnGetStream(cudnnHandle_t handle, cudaStream_t* stream) {
  if (handle == nullptr) return CUDNN_STATUS_NOT_INITIALIZED;
  *stream = handle->stream;
  return CUDNN_STATUS_SUCCESS;
}

ATTN_EXPORTED cudnnStatus_t cudnnBackendCreateDescriptor(cudnnBackendDescriptorType_t type,
                                                         cudnnBackendDescriptor_t* descriptor) {
  *descriptor = new Descriptor{type};
  return CUDNN_STATUS_SUCCESS;
}

ATTN_EXPORTED cudnnStatus_t cudnnBackendDestroyDescriptor(cudnnBackendDescriptor_t descriptor) {
  delete static_cast<Descriptor*>(descriptor);
  return CUDNN_STATUS_SUCCESS;
}

ATTN_EXPORTED cudnnStatus_t cudnnBackendSetAttribute(cudnnBackendDescriptor_t, cudnnBackendAttributeName_t,
                                                     cudnnBackendAttributeType_t, int64_t, const void*) {
  return CUDNN_STATUS_SUCCESS;
}

ATTN_EXPORTED cudnnStatus_t cudnnBackendFinalize(cudnnBackendDescriptor_t) {
  return CUDNN_STATUS_SUCCESS;
}

// One heuristic result, no notes, and 0 for every number.
ATTN_EXPORTED cudnnStatus_t cudnnBackendGetAttribute(cudnnBackendDescriptor_t, cudnnBackendAttributeName_t name,
                                                     cudnnBackendAttributeType_t type, int64_t requested,
                                                     int64_t* count, void* elements) {
  if (count != nullptr) *count = is_note(name) ? 0 : 1;
  if (is_note(name) || elements == nullptr || requested <= 0) return CUDNN_STATUS_SUCCESS;
  if (type == CUDNN_TYPE_INT64) std::memset(elements, 0, sizeof(int64_t));
  if (type == CUDNN_TYPE_INT32) std::memset(elements, 0, sizeof(int32_t));
  return CUDNN_STATUS_SUCCESS;
}

ATTN_EXPORTED cudnnStatus_t cudnnBackendExecute(cudnnHandle_t handle, cudnnBackendDescriptor_t,
                                                cudnnBackendDescriptor_t) {
  if (handle == nullptr) return CUDNN_STATUS_NOT_INITIALIZED;
  const cudaError_t code = attn::standin::launch_library_call("cudnnBackendExecute", handle->stream);
  return code == cudaSuccess ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_EXECUTION_FAILED;
}
