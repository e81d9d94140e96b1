#pragma once

#include <string>
#include <vector>

#include "benchmarks/google_benchmark.h"
#include "benchmarks/options.h"
#include "benchmarks/plan_case.h"
#include "fixtures/gpus.h"

namespace attn {

/// In a process whose GPU is the stand-in: plans all cases of the options for its card, prints the table and what else
/// was asked for, and keeps it in the folder of --out.
RunOutcome run_plan(const Options& options, const std::vector<std::string>& arguments, const PlannedCard& card,
                    const PlanSettings& settings);

}  // namespace attn
