#include <cuda_runtime_api.h>

#include "standin/api_call.h"
#include "standin/exported.h"
#include "standin/machine.h"
#include "standin/synchronize.h"

// The runtime's events.

using namespace attn::standin;

namespace {

cudaError_t create(cudaEvent_t* event, unsigned int flags) {
  if (event == nullptr) return cudaErrorInvalidValue;
  const bool timed = (flags & cudaEventDisableTiming) == 0;
  *event = static_cast<cudaEvent_t>(const_cast<void*>(machine().timeline.create_event(timed)));
  return cudaSuccess;
}

cudaError_t record(cudaEvent_t event, cudaStream_t stream) {
  const Timeline& timeline = machine().timeline;
  if (timeline.event_readiness(event) == Readiness::kUnknownHandle || !timeline.knows_stream(stream))
    return cudaErrorInvalidResourceHandle;
  if (const auto captured = machine().captures.record(event, stream)) return *captured;
  return machine().timeline.record(event, stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaError_t elapsed(float* elapsed_ms, cudaEvent_t start, cudaEvent_t stop) {
  const Timeline& timeline = machine().timeline;
  for (const cudaEvent_t event : {start, stop}) {
    if (timeline.event_readiness(event) == Readiness::kNotReady) return cudaErrorNotReady;
  }
  const auto start_ns = timeline.event_time_ns(start);
  const auto stop_ns = timeline.event_time_ns(stop);
  if (!start_ns || !stop_ns) return cudaErrorInvalidResourceHandle;
  *elapsed_ms = static_cast<float>(static_cast<double>(*stop_ns - *start_ns) * 1e-6);
  return cudaSuccess;
}

}  // namespace

ATTN_EXPORTED cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return runtime_call(ATTN_RUNTIME(cudaEventCreate_v3020), [&](Call&) { return create(event, cudaEventDefault); });
}

ATTN_EXPORTED cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  return runtime_call(ATTN_RUNTIME(cudaEventCreateWithFlags_v3020), [&](Call&) { return create(event, flags); });
}

ATTN_EXPORTED cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return runtime_call(ATTN_RUNTIME(cudaEventDestroy_v3020), [&](Call&) {
    machine().captures.forget_event(event);
    return machine().timeline.destroy_event(event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

ATTN_EXPORTED cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return runtime_call(ATTN_RUNTIME(cudaEventRecord_v3020), [&](Call&) { return record(event, stream); });
}

ATTN_EXPORTED cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int) {
  return runtime_call(ATTN_RUNTIME(cudaEventRecordWithFlags_v11010), [&](Call&) { return record(event, stream); });
}

ATTN_EXPORTED cudaError_t cudaEventQuery(cudaEvent_t event) {
  return runtime_call(ATTN_RUNTIME(cudaEventQuery_v3020), [&](Call&) {
    if (const cudaError_t code = machine().captures.check_event(event); code != cudaSuccess) return code;
    return readiness_code(machine().timeline.event_readiness(event));
  });
}

ATTN_EXPORTED cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return runtime_call(ATTN_RUNTIME(cudaEventSynchronize_v3020),
                      [&](Call& call) { return synchronize_event(call, event); });
}

ATTN_EXPORTED cudaError_t cudaEventElapsedTime(float* elapsed_ms, cudaEvent_t start, cudaEvent_t stop) {
  return runtime_call(ATTN_RUNTIME(cudaEventElapsedTime_v3020),
                      [&](Call&) { return elapsed(elapsed_ms, start, stop); });
}
