#pragma once

#include <memory>
#include <string>
#include <vector>

#include "benchmarks/google_benchmark.h"
#include "benchmarks/options.h"
#include "benchmarks/plan_case.h"
#include "benchmarks/run_identity.h"
#include "fixtures/gpus.h"

namespace attn {

/// What the cases of a plan for a card have in common.
struct PlannedRun {
  Facts facts;
  RunIdentity identity;
};
PlannedRun make_planned_run(const Options& options, const std::vector<std::string>& arguments, const PlannedCard& card,
                            const Device& device);

/// The stand-in, in a process whose GPU it is.
std::unique_ptr<Device> make_planned_device();

/// In a process whose GPU is the stand-in: plans all cases of the options for its card, prints the table and what else
/// was asked for, and keeps it in the folder of --out.
RunOutcome run_plan(const Options& options, const std::vector<std::string>& arguments, const PlannedCard& card,
                    const PlanSettings& settings);

}  // namespace attn
