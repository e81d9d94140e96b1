#pragma once

#include <vector>

#include "benchmarks/google_benchmark.h"
#include "benchmarks/kept_results.h"
#include "benchmarks/options.h"
#include "profiling/device.h"

namespace attn {

/// --launches and --guess after a measurement: runs a forward of each case under CUPTI and prints what it launched.
/// Comes after all timing, since a profiler that was attached once slows what comes after it. A case that can't be
/// observed is a failure in `outcome`, and so is a wrong guess.
void observe_cases(const Options& options, const std::vector<Case>& cases, Device& device, KeptResults& kept,
                   RunOutcome& outcome);

}  // namespace attn
