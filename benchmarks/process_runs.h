#pragma once

#include <string>
#include <vector>

#include "benchmarks/options.h"
#include "benchmarks/reported_case.h"
#include "results/results_directory.h"

namespace attn {

/// --processes=N: runs the same command N times in fresh processes, one after another, each under a run_id of its own
/// in `folder` (its standard output and errors are not shown). Stops early when interrupted. Returns the run_ids that
/// have results. Throws std::runtime_error with the process's last words when one could not run.
std::vector<std::string> run_processes(const Options& options, const std::vector<std::string>& arguments,
                                       const std::string& folder);

/// One case's figures over all processes: the median of the processes' medians and the Student-t interval of their
/// logarithms; the worst status; `rows` are the case's rows of all run_ids.
ReportedCase combine_processes(const std::vector<ResultRow>& rows);

}  // namespace attn
