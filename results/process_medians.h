#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "results/verdict.h"

namespace attn {

/// One side's medians, one a process in the order given, or why they can't be used.
struct ProcessMedians {
  std::vector<double> medians_s = {};
  std::string refusal = {};  ///< empty where they can; names the process
};

/// `side`, "base" or "new", is for the refusal: no process, one without samples, a time that is not positive and
/// finite, a run_id that is empty or there twice.
ProcessMedians process_medians(std::span<const ProcessTimes> processes, std::string_view side);

enum class SharedProcesses { kNone, kSome, kAll };

/// kAll: the same run_ids with the same times, in whatever order. kSome: any other run_id that is on both sides.
SharedProcesses shared_processes(std::span<const ProcessTimes> base, std::span<const ProcessTimes> now);

}  // namespace attn
