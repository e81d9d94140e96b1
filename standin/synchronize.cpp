#include "standin/synchronize.h"

#include "standin/machine.h"

namespace attn::standin {

namespace {

// CUPTI's number of "no stream in particular".
constexpr uint32_t kNoStream = CUPTI_SYNCHRONIZATION_INVALID_VALUE;

void note(Call& call, CUpti_ActivitySynchronizationType type, uint32_t stream_id) {
  call.activity = Synchronization{.type = type,
                                  .interval = {.start_ns = call.start_ns, .end_ns = now_ns(), .stream_id = stream_id}};
}

}  // namespace

cudaError_t synchronize_stream(Call& call, Handle stream) {
  const Timeline& timeline = machine().timeline;
  if (!timeline.knows_stream(stream)) return cudaErrorInvalidResourceHandle;
  if (const cudaError_t code = machine().captures.check_stream(stream); code != cudaSuccess) return code;
  const uint32_t id = timeline.stream_id(stream);
  timeline.synchronize_stream(stream);
  note(call, CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE, id);
  return cudaSuccess;
}

cudaError_t synchronize_event(Call& call, Handle event) {
  const Timeline& timeline = machine().timeline;
  if (timeline.event_readiness(event) == Readiness::kUnknownHandle) return cudaErrorInvalidResourceHandle;
  if (const cudaError_t code = machine().captures.check_event(event); code != cudaSuccess) return code;
  timeline.synchronize_event(event);
  note(call, CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE, kNoStream);
  return cudaSuccess;
}

cudaError_t synchronize_all(Call& call) {
  if (const cudaError_t code = machine().captures.check_all(); code != cudaSuccess) return code;
  machine().timeline.synchronize_all();
  note(call, CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE, kNoStream);
  return cudaSuccess;
}

cudaError_t wait_for_event(Call& call, Handle stream, Handle event) {
  Timeline& timeline = machine().timeline;
  const Readiness readiness = timeline.event_readiness(event);
  if (readiness == Readiness::kUnknownHandle || !timeline.knows_stream(stream)) return cudaErrorInvalidResourceHandle;
  const bool is_recorded = readiness != Readiness::kNotRecorded;
  if (const auto captured = machine().captures.wait(stream, event, is_recorded)) return *captured;
  if (!timeline.wait(stream, event)) return cudaErrorInvalidResourceHandle;
  note(call, CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT, timeline.stream_id(stream));
  return cudaSuccess;
}

cudaError_t readiness_code(Readiness readiness) {
  switch (readiness) {
    case Readiness::kUnknownHandle:
      return cudaErrorInvalidResourceHandle;
    case Readiness::kNotReady:
      return cudaErrorNotReady;
    case Readiness::kNotRecorded:
    case Readiness::kReady:
      return cudaSuccess;
  }
  return cudaErrorUnknown;
}

}  // namespace attn::standin
