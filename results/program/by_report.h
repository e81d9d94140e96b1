#pragma once

#include <string_view>
#include <vector>

#include "results/comparing/by_value.h"
#include "results/program/report.h"

namespace attn {

/// Of runs_by_value(runs, name) and compare_by_value. Sections "values", "careful", "outcome", "cases" (the main one, a
/// column for people and three for programs a value), "means", "exact" and those on launches.
Report by_report(std::string_view name, const std::vector<ValueRuns>& sides, const History& history,
                 const CompareSettings& settings);

/// The worst exit code of the comparisons.
int exit_code_of(const History& history, const CompareSettings& settings);

}  // namespace attn
