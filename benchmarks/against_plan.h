#pragma once

#include <string>

#include "benchmarks/case_result.h"
#include "benchmarks/planned_launches.h"

namespace attn {

/// Holds what the case was seen to launch against the plan, in its result. The case must have been observed.
void hold_against_plan(CaseResult& result, const Case& benchmark_case, const PlannedLaunches& plan);

/// Whether something else was launched than planned, or that is not known.
bool differs(const AgainstPlan& against);

/// What is different, in words, under a title.
std::string text_of(const AgainstPlan& against, const std::string& case_name);

}  // namespace attn
