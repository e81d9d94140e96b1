#pragma once

#include "results/program/report.h"
#include "results/run_set.h"

namespace attn {

/// Runs as a person reads them: what ran where; of each setting the fastest variant and the times a length, exponents,
/// crossing lengths; of a plan launches and memory instead; what is not ok, and why. "cases" is the main section.
Report summary_report(const RunSet& runs);

}  // namespace attn
