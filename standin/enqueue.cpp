#include "standin/enqueue.h"

#include "standin/graphs.h"
#include "standin/machine.h"

namespace attn::standin {

namespace {

cudaError_t queue(Activity& activity, cudaStream_t stream) {
  const auto interval = machine().timeline.queue_activity(stream);
  if (!interval) return cudaErrorInvalidResourceHandle;
  set_interval(activity, *interval);
  return cudaSuccess;
}

}  // namespace

cudaError_t enqueue(Call& call, Activity activity, cudaStream_t stream) {
  if (const auto captured = machine().captures.add(stream, activity)) return *captured;
  const cudaError_t code = queue(activity, stream);
  if (code == cudaSuccess) call.activity = activity;
  return code;
}

cudaError_t enqueue_graph(Call& call, const void* handle, cudaStream_t stream) {
  const auto executable = machine().graphs.find_executable(handle);
  if (!executable) return cudaErrorInvalidValue;
  if (machine().captures.info(stream).status != cudaStreamCaptureStatusNone) {
    // It would be a graph within a graph, which LibTorch does not make.
    return machine().captures.check_stream(stream);
  }
  call.nodes = executable->activities;
  for (Activity& activity : call.nodes) {
    if (const cudaError_t code = queue(activity, stream); code != cudaSuccess) return code;
  }
  return cudaSuccess;
}

}  // namespace attn::standin
