#pragma once

#include <optional>
#include <string>
#include <vector>

#include "benchmarks/google_benchmark.h"
#include "benchmarks/kept_results.h"
#include "benchmarks/options.h"
#include "benchmarks/planned_launches.h"
#include "profiling/device.h"

namespace attn {

/// Whether anything is asked for that is recorded in forwards of its own.
bool is_looked_into(const Options& options);

/// A case that was measured, with the median time of a forward.
struct MeasuredCase {
  Case benchmark_case;
  std::optional<double> time_s;  ///< nothing with --unmeasured
};

/// --launches, --guess, --profile, --table and --trace after a measurement: runs further forwards of each case while
/// they are recorded and prints what was seen. Comes after all timing, since a profiler that was attached once slows
/// what comes after it. A case that can't be looked into is a failure in `outcome`, and so is a wrong guess.
/// With a plan, those that launched something else than planned are shown first.
void look_into_cases(const Options& options, const std::vector<MeasuredCase>& cases,
                     const std::optional<PlannedLaunches>& plan, Device& device, KeptResults& kept,
                     RunOutcome& outcome);

}  // namespace attn
