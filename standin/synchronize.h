#pragma once

#include <cuda_runtime_api.h>

#include "standin/activity.h"
#include "standin/timeline.h"

namespace attn::standin {

/// Waits as cudaStreamSynchronize and its like do, as a part of `call`.
cudaError_t synchronize_stream(Call& call, Handle stream);
cudaError_t synchronize_event(Call& call, Handle event);
cudaError_t synchronize_all(Call& call);

/// Has a stream wait for an event, as a part of `call`.
cudaError_t wait_for_event(Call& call, Handle stream, Handle event);

/// cudaErrorNotReady and the like.
cudaError_t readiness_code(Readiness readiness);

}  // namespace attn::standin
