#pragma once

#include <functional>

#include "profiling/cupti/cupti_functions.h"
#include "profiling/forward.h"
#include "profiling/launch_recording.h"

namespace attn {

/// The current CUDA device's part of Device::record_launches().
LaunchRecording record_cuda_launches(const Forward& forward);

/// The same by this CUPTI; `synchronize` waits for all that is queued.
LaunchRecording record_launches_by(const CuptiFunctions& cupti, const Forward& forward,
                                   const std::function<void()>& synchronize);

}  // namespace attn
