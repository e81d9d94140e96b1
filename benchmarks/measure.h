#pragma once

#include <string>
#include <vector>

#include "benchmarks/case.h"
#include "benchmarks/google_benchmark.h"
#include "benchmarks/options.h"
#include "benchmarks/select_device.h"
#include "profiling/device.h"

namespace attn {

/// Measures the cases in this process, reports them and, with --out, keeps them.
RunOutcome measure_here(const Options& options, const std::vector<std::string>& arguments, Device& device,
                        const std::vector<Case>& cases);

/// The same in --processes fresh processes; reports medians over them. This process uses no device itself.
RunOutcome measure_in_processes(const Options& options, const std::vector<std::string>& arguments,
                                const DeviceChoice& choice, const std::vector<Case>& cases);

}  // namespace attn
