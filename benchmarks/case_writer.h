#pragma once

#include "benchmarks/case_result.h"
#include "benchmarks/run_identity.h"
#include "results/results_directory.h"

namespace attn {

/// The columns that all rows of a case share.
CaseRow case_row_of(const RunIdentity& identity, const Case& benchmark_case, const CaseResult& result);

/// Appends a finished case's rows and samples to the folder.
void write_case(ResultsDirectory& folder, const RunIdentity& identity, const Case& benchmark_case,
                const CaseResult& result);

/// Appends what the observation of a case adds to rows that are already there.
void write_observation(ResultsDirectory& folder, const RunIdentity& identity, const Case& benchmark_case,
                       const CaseResult& result);

}  // namespace attn
