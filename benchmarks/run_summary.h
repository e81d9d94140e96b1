#pragma once

#include <string>
#include <vector>

#include "benchmarks/google_benchmark.h"
#include "benchmarks/report_line.h"

namespace attn {

/// Each case counted once by its worst round; one without a round was not run and is not counted.
RunOutcome outcome_of(const std::vector<std::vector<ReportLine>>& rounds_of_cases, bool interrupted);

/// "7 ok, 3 unsupported", or "2 ok; interrupted, 5 of 7 cases not run".
std::string summary_line(const RunOutcome& outcome, size_t cases);

}  // namespace attn
