#include <cuda_runtime_api.h>

#include <algorithm>

#include "standin/api_call.h"
#include "standin/exported.h"
#include "standin/launch.h"
#include "standin/machine.h"

// The runtime's graphs: what was captured, and launching it.

using namespace attn::standin;

namespace {

cudaGraphNode_t handle_of(const GraphNode* node) {
  return reinterpret_cast<cudaGraphNode_t>(const_cast<GraphNode*>(node));
}

const GraphNode& node_of(cudaGraphNode_t handle) {
  return *reinterpret_cast<const GraphNode*>(handle);
}

// Into `out`, as many as `count` says, which becomes how many there are, or were given; a null `out` asks for that
// alone.
template <typename Nodes>
cudaError_t give(const Nodes& nodes, cudaGraphNode_t* out, size_t* count) {
  if (count == nullptr) return cudaErrorInvalidValue;
  if (out == nullptr) {
    *count = nodes.size();
    return cudaSuccess;
  }
  const size_t given = std::min(*count, nodes.size());
  for (size_t i = 0; i < *count; ++i) out[i] = i < given ? handle_of(&*nodes[i]) : nullptr;
  *count = given;
  return cudaSuccess;
}

cudaError_t instantiate(cudaGraphExec_t* executable, cudaGraph_t graph) {
  if (executable == nullptr) return cudaErrorInvalidValue;
  *executable = reinterpret_cast<cudaGraphExec_t>(
      const_cast<ExecutableGraph*>(machine().graphs.instantiate(static_cast<const void*>(graph))));
  return *executable == nullptr ? cudaErrorInvalidValue : cudaSuccess;
}

cudaGraphNodeType type_of(const GraphNode& node) {
  if (std::holds_alternative<CopyActivity>(node.activity)) return cudaGraphNodeTypeMemcpy;
  if (std::holds_alternative<SetActivity>(node.activity)) return cudaGraphNodeTypeMemset;
  return cudaGraphNodeTypeKernel;
}

}  // namespace

ATTN_EXPORTED cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return runtime_call(ATTN_RUNTIME(cudaGraphDestroy_v10000),
                      [&](Call&) { return machine().graphs.destroy(graph) ? cudaSuccess : cudaErrorInvalidValue; });
}

ATTN_EXPORTED cudaError_t cudaGraphGetNodes(cudaGraph_t handle, cudaGraphNode_t* nodes, size_t* count) {
  return runtime_call(ATTN_RUNTIME(cudaGraphGetNodes_v10000), [&](Call&) {
    const Graph* const graph = machine().graphs.find(handle);
    return graph == nullptr ? cudaErrorInvalidValue : give(graph->nodes, nodes, count);
  });
}

ATTN_EXPORTED cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  return runtime_call(ATTN_RUNTIME(cudaGraphNodeGetType_v10000), [&](Call&) {
    if (node == nullptr || type == nullptr) return cudaErrorInvalidValue;
    *type = type_of(node_of(node));
    return cudaSuccess;
  });
}

#if CUDART_VERSION >= 13000
ATTN_EXPORTED cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* dependencies,
                                                       cudaGraphEdgeData* edges, size_t* count) {
  return runtime_call(ATTN_RUNTIME(cudaGraphNodeGetDependencies_v12030), [&](Call&) {
    if (node == nullptr) return cudaErrorInvalidValue;
    const cudaError_t code = give(node_of(node).dependencies, dependencies, count);
    if (code == cudaSuccess && dependencies != nullptr && edges != nullptr)
      std::fill_n(edges, *count, cudaGraphEdgeData{});
    return code;
  });
}
#else
ATTN_EXPORTED cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* dependencies,
                                                       size_t* count) {
  return runtime_call(ATTN_RUNTIME(cudaGraphNodeGetDependencies_v10000), [&](Call&) {
    return node == nullptr ? cudaErrorInvalidValue : give(node_of(node).dependencies, dependencies, count);
  });
}
#endif

ATTN_EXPORTED cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long) {
  return runtime_call(ATTN_RUNTIME(cudaGraphInstantiate_v12000), [&](Call&) { return instantiate(executable, graph); });
}

ATTN_EXPORTED cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph,
                                                        unsigned long long) {
  return runtime_call(ATTN_RUNTIME(cudaGraphInstantiateWithFlags_v11040),
                      [&](Call&) { return instantiate(executable, graph); });
}

ATTN_EXPORTED cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  return runtime_call(ATTN_RUNTIME(cudaGraphExecDestroy_v10000), [&](Call&) {
    return machine().graphs.destroy_executable(executable) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

ATTN_EXPORTED cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream) {
  return runtime_call(ATTN_RUNTIME(cudaGraphUpload_v10000), [&](Call&) {
    if (!machine().timeline.knows_stream(stream)) return cudaErrorInvalidResourceHandle;
    return machine().graphs.find_executable(executable) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

ATTN_EXPORTED cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
  return runtime_call(ATTN_RUNTIME(cudaGraphLaunch_v10000),
                      [&](Call& call) { return launch_graph(call, executable, stream); });
}
