#pragma once

#include "profiling/forward.h"
#include "profiling/op_recorder.h"
#include "profiling/profile.h"

namespace attn {

/// The forwards of a schedule that warm up: recorded as those that are kept will be. Where the schedule asks for
/// inputs, the last one tells what its ops were given, as that slows a forward; with no warm-up, a forward besides.
/// Else both lists are empty.
OpsWithInputs record_warm_up(const Forward& forward, const Schedule& schedule, OpObserver* observer = nullptr);

}  // namespace attn
