#pragma once

#include <map>
#include <span>
#include <string>

#include "benchmarks/report_line.h"

namespace attn {

/// The line of an aggregate over those rounds that are ok: `figures` by their names in kFigureNames, as Google
/// Benchmark computed them ("mean", "median", "stddev", "cv"; only cv is `relative`). Non-finite figures are left out.
/// Flags are those that any of the rounds has, the backend is left empty where the rounds differ.
ReportLine aggregate_line(std::span<const ReportLine> rounds, const std::string& aggregate, bool relative,
                          const std::map<std::string, double>& figures);

/// Rounds that are ok: two are needed for an aggregate.
int64_t count_ok(std::span<const ReportLine> rounds);

}  // namespace attn
