#include <cuda_runtime_api.h>

#include "standin/api_call.h"
#include "standin/copy.h"
#include "standin/exported.h"
#include "standin/machine.h"
#include "standin/synchronize.h"

// The runtime's streams. How they are captured into graphs is in runtime_capture.cpp.

using namespace attn::standin;

namespace {

cudaError_t create(cudaStream_t* stream, unsigned int flags, int priority) {
  if (stream == nullptr) return cudaErrorInvalidValue;
  const bool blocking = (flags & cudaStreamNonBlocking) == 0;
  *stream = static_cast<cudaStream_t>(const_cast<void*>(machine().timeline.create_stream(blocking, priority)));
  return cudaSuccess;
}

cudaError_t check_stream(cudaStream_t stream) {
  return machine().timeline.knows_stream(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

}  // namespace

ATTN_EXPORTED cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return runtime_call(ATTN_RUNTIME(cudaStreamCreate_v3020), [&](Call&) { return create(stream, 0, 0); });
}

ATTN_EXPORTED cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  return runtime_call(ATTN_RUNTIME(cudaStreamCreateWithFlags_v5000), [&](Call&) { return create(stream, flags, 0); });
}

ATTN_EXPORTED cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority) {
  return runtime_call(ATTN_RUNTIME(cudaStreamCreateWithPriority_v5050),
                      [&](Call&) { return create(stream, flags, priority); });
}

ATTN_EXPORTED cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return runtime_call(ATTN_RUNTIME(cudaStreamDestroy_v5050), [&](Call&) {
    if (is_captured(stream)) return machine().captures.check_stream(stream);
    return machine().timeline.destroy_stream(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

ATTN_EXPORTED cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return runtime_call(ATTN_RUNTIME(cudaStreamGetPriority_v5050), [&](Call&) {
    *priority = machine().timeline.priority(stream);
    return check_stream(stream);
  });
}

ATTN_EXPORTED cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags) {
  return runtime_call(ATTN_RUNTIME(cudaStreamGetFlags_v5050), [&](Call&) {
    *flags = machine().timeline.blocking(stream) ? cudaStreamDefault : cudaStreamNonBlocking;
    return check_stream(stream);
  });
}

ATTN_EXPORTED cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return runtime_call(ATTN_RUNTIME(cudaStreamQuery_v3020), [&](Call&) {
    if (const cudaError_t code = machine().captures.check_stream(stream); code != cudaSuccess) return code;
    return readiness_code(machine().timeline.stream_readiness(stream));
  });
}

ATTN_EXPORTED cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return runtime_call(ATTN_RUNTIME(cudaStreamSynchronize_v3020),
                      [&](Call& call) { return synchronize_stream(call, stream); });
}

ATTN_EXPORTED cudaError_t cudaDeviceSynchronize() {
  return runtime_call(ATTN_RUNTIME(cudaDeviceSynchronize_v3020), [](Call& call) { return synchronize_all(call); });
}

ATTN_EXPORTED cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int) {
  return runtime_call(ATTN_RUNTIME(cudaStreamWaitEvent_v3020),
                      [&](Call& call) { return wait_for_event(call, stream, event); });
}
