#pragma once

#include <string>
#include <vector>

#include "benchmarks/google_benchmark.h"
#include "benchmarks/options.h"
#include "benchmarks/plan_case.h"
#include "benchmarks/planned_launches.h"
#include "fixtures/gpus.h"

namespace attn {

// The only file that knows that there is a stand-in GPU: to all others it is a CUDA device.

/// --plan: starts this program again for each card, one process a card, on a stand-in of it, and returns the worst of
/// their exit codes. What they print is shown as it comes. Throws BadRequest for an unknown card, a LibTorch without
/// CUDA, an impossible sweep, and a guess about no case, before anything is started.
int plan_all_cards(const Options& options, const std::vector<std::string>& arguments);

/// Throws BadRequest in a process whose GPU is the stand-in.
void refuse_to_measure_on_a_standin();

/// In such a process: its card, and how to plan for it. Throws BadRequest when the stand-in was not loaded.
struct CardPlan {
  PlannedCard card;
  PlanSettings settings;
};
CardPlan plan_of_this_card(const Options& options);

/// In such a process: makes the plan for its card. Throws BadRequest when the stand-in was not loaded.
RunOutcome plan_this_card(const Options& options, const std::vector<std::string>& arguments);

/// Plans the options' sweep for the GPU of that name ("NVIDIA H200"), or where it is not listed for one of its
/// architecture ("sm_90"), in a process of its own that prints nothing. Throws BadRequest where that can't be done.
PlannedLaunches plan_launches(const Options& options, const std::string& gpu_name, const std::string& arch);

}  // namespace attn
