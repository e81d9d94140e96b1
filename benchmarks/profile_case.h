#pragma once

#include <optional>
#include <string>
#include <vector>

#include "benchmarks/case_result.h"
#include "benchmarks/profile_settings.h"
#include "profiling/device.h"
#include "profiling/device_times.h"

namespace attn {

/// Records forwards of a case by the settings' schedule and puts what they say into its result; writes the trace. The
/// forward has run before. `event_time_s`: of a forward by CUDA events, see summary_of(). Throws what the forward and
/// the recorder throw, BadRequest for a trace that can't be written, and Interrupted.
void profile_case(CaseResult& result, const Case& benchmark_case, const Forward& forward, Device& device,
                  const ProfileSettings& settings, DeviceTimes device_times, std::optional<double> event_time_s = {});

/// Makes the folder of --trace. Throws BadRequest where that, or writing in it, can't be done; to be asked before
/// anything is measured.
void check_trace_folder(const ProfileSettings& settings);

}  // namespace attn
