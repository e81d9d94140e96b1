#pragma once

#include <cuda_runtime_api.h>

#include "standin/activity.h"

namespace attn::standin {

/// Has the GPU do something, on a stream that the caller has looked up: as a part of `call`, or, while the stream is
/// captured, whenever the graph is launched.
cudaError_t enqueue(Call& call, Activity activity, cudaStream_t stream);

/// Has it do what a graph's nodes are, one after another on the stream: also those that a GPU could run side by side.
cudaError_t enqueue_graph(Call& call, const void* executable, cudaStream_t stream);

}  // namespace attn::standin
