#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "benchmarks/case_result.h"
#include "benchmarks/options.h"
#include "benchmarks/profile_settings.h"
#include "fixtures/gpus.h"
#include "profiling/device.h"

namespace attn {

/// What planning a case needs to know.
struct PlanSettings {
  Gpu gpu;
  std::vector<Guess> guesses;
  bool fit = false;  ///< also find the largest kv_len (and q_len, where the case has them equal) that fits the card
  ProfileSettings profile;
  std::string unknown_registers;  ///< why those of a kernel are missing, where that is known
  /// Sets the memory of the stand-in GPU, in bytes, and returns what it was.
  std::function<uint64_t(uint64_t bytes)> set_memory_bytes;
};

/// Runs one case on the stand-in GPU, which computes nothing: a warm-up, then what it launches, its peak memory, and 21
/// calls whose host time is taken. A case that does not fit is planned again with memory without end, to say what it
/// needs. Never throws for what the case does; Interrupted, and BadRequest
/// for a trace that can't be written.
CaseResult plan_case(const Case& benchmark_case, Device& device, const PlanSettings& settings);

}  // namespace attn
