#include <cuda_runtime_api.h>

#include "standin/api_call.h"
#include "standin/exported.h"
#include "standin/machine.h"

// How the runtime's streams are captured into graphs.

using namespace attn::standin;

namespace {

cudaError_t check_stream(cudaStream_t stream) {
  return machine().timeline.knows_stream(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

// What a stream's next node will come after, for a caller that may look at it until its thread asks again.
const std::vector<cudaGraphNode_t>& handed_out(const std::vector<const GraphNode*>& nodes) {
  thread_local std::vector<cudaGraphNode_t> handles;
  handles.clear();
  for (const GraphNode* node : nodes) {
    handles.push_back(reinterpret_cast<cudaGraphNode_t>(const_cast<GraphNode*>(node)));
  }
  return handles;
}

cudaError_t tell(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id, cudaGraph_t* graph,
                 const cudaGraphNode_t** dependencies, size_t* count) {
  return runtime_call(ATTN_RUNTIME(cudaStreamGetCaptureInfo_v12030), [&](Call&) {
    if (status == nullptr) return cudaErrorInvalidValue;
    const CaptureInfo info = machine().captures.info(stream);
    *status = info.status;
    if (info.status != cudaStreamCaptureStatusActive) return check_stream(stream);
    if (id != nullptr) *id = info.id;
    if (graph != nullptr) *graph = reinterpret_cast<cudaGraph_t>(info.graph);
    if (dependencies != nullptr) *dependencies = handed_out(info.dependencies).data();
    if (count != nullptr) *count = info.dependencies.size();
    return cudaSuccess;
  });
}

}  // namespace

ATTN_EXPORTED cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return runtime_call(ATTN_RUNTIME(cudaStreamBeginCapture_v10000), [&](Call&) {
    if (check_stream(stream) != cudaSuccess) return check_stream(stream);
    return machine().captures.begin(stream, machine().timeline.blocking(stream), mode);
  });
}

ATTN_EXPORTED cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  return runtime_call(ATTN_RUNTIME(cudaStreamEndCapture_v10000), [&](Call&) {
    Graph* captured = nullptr;
    const cudaError_t code = machine().captures.end(stream, captured);
    if (graph != nullptr) *graph = reinterpret_cast<cudaGraph_t>(captured);
    return code;
  });
}

ATTN_EXPORTED cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return runtime_call(ATTN_RUNTIME(cudaStreamIsCapturing_v10000), [&](Call&) {
    *status = machine().captures.info(stream).status;
    return check_stream(stream);
  });
}

#if CUDART_VERSION >= 13000
ATTN_EXPORTED cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                                   unsigned long long* id, cudaGraph_t* graph,
                                                   const cudaGraphNode_t** dependencies,
                                                   const cudaGraphEdgeData** edges, size_t* count) {
  if (edges != nullptr) *edges = nullptr;  // all are plain
  return tell(stream, status, id, graph, dependencies, count);
}
#else
ATTN_EXPORTED cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                                      unsigned long long* id, cudaGraph_t* graph,
                                                      const cudaGraphNode_t** dependencies, size_t* count) {
  return tell(stream, status, id, graph, dependencies, count);
}
#endif

ATTN_EXPORTED cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  return runtime_call(ATTN_RUNTIME(cudaThreadExchangeStreamCaptureMode_v10010), [&](Call&) {
    *mode = Captures::exchange_mode(*mode);
    return cudaSuccess;
  });
}
