#pragma once

#include <functional>
#include <string>
#include <vector>

#include "benchmarks/case.h"
#include "benchmarks/google_benchmark.h"
#include "benchmarks/kept_results.h"
#include "benchmarks/options.h"
#include "benchmarks/run_identity.h"
#include "benchmarks/select_device.h"
#include "benchmarks/shape_run.h"
#include "profiling/device.h"

namespace attn {

/// Measures the cases in this process, reports them and, with --out, keeps them.
RunOutcome measure_here(const Options& options, const std::vector<std::string>& arguments, Device& device,
                        const std::vector<Case>& cases);

/// The same in --processes fresh processes; reports medians over them. This process uses no device itself.
RunOutcome measure_in_processes(const Options& options, const std::vector<std::string>& arguments,
                                const DeviceChoice& choice, const std::vector<Case>& cases);

/// How cases are measured by the options. The order of sampling is drawn anew in each run, or the processes of
/// --processes would all share its effects.
RunSettings run_settings(const Options& options, const RunIdentity& identity);

/// Goes over the whole sweep options.passes times, for a part of each case's time each; keeps the cases and shows
/// nothing. `begins` is told the name of each case before it is worked on.
RunOutcome measure_in_passes(const Options& options, Device& device, const std::vector<Case>& cases,
                             RunSettings settings, KeptResults& kept,
                             const std::function<void(const std::string& case_name)>& begins = {});

}  // namespace attn
