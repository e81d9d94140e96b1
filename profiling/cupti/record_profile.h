#pragma once

#include <functional>

#include "profiling/cupti/cupti_functions.h"
#include "profiling/forward.h"
#include "profiling/profile.h"

namespace attn {

/// The current CUDA device's part of Device::profile().
Profile record_cuda_profile(const Forward& forward, const Schedule& schedule);

/// The same by this CUPTI; `synchronize` waits for all that is queued.
Profile record_profile_by(const CuptiFunctions& cupti, const Forward& forward, const Schedule& schedule,
                          const std::function<void()>& synchronize);

}  // namespace attn
