#pragma once

#include <optional>
#include <string>
#include <vector>

#include "benchmarks/case.h"
#include "benchmarks/planned_line.h"
#include "benchmarks/reported_case.h"
#include "benchmarks/sampler.h"
#include "fixtures/accuracy.h"
#include "profiling/observation.h"
#include "profiling/profile_summary.h"
#include "results/launch_diff.h"
#include "results/record.h"

namespace attn {

/// What a profile of forwards says.
struct CaseProfile {
  ProfileSummary summary;
  std::vector<OpRow> ops;  ///< of one forward
  std::string text;        ///< lines to show
};

/// What a case launched against what was planned for it.
struct AgainstPlan {
  std::string card;                ///< planned for
  std::optional<LaunchDiff> diff;  ///< from the plan to what was seen; nothing: one of the two has no launches of it
};

/// How a case ended and what was found on the way; a stage that was not reached leaves its fields empty.
struct CaseResult {
  Status status = Status::kOk;
  std::string reason;
  std::string backend_ran;
  std::optional<int64_t> ops;          ///< dispatched by one forward
  std::optional<OutputError> error;    ///< against the fp64 reference
  std::vector<Sampling> rounds;        ///< one a repetition
  std::optional<int64_t> peak_bytes;   ///< that one forward allocates over its inputs, its output included
  std::optional<double> needed_bytes;  ///< with out_of_memory: at least, where known
  std::optional<double> available_bytes;
  std::optional<Observation> observed;  ///< in a plan, and where --launches or --guess asked for it
  std::optional<CaseProfile> profiled;  ///< with --profile, --table or --trace
  std::vector<double> host_times_s;     ///< of a plan: single calls on the host, in order
  std::optional<int64_t> fits_seq_len;  ///< of a plan with --fit
  std::optional<int64_t> launches_guessed;
  std::optional<AgainstPlan> against_plan;  ///< with --guess=plan
};

/// The flags of the given rounds, in the order of results.csv: not_converged, disturbed, unblocked, throttled.
std::string flags_of(std::span<const Sampling> rounds);

/// What the table of a plan shows.
PlannedLine planned_line_of(const Case& benchmark_case, const CaseResult& result);

/// Median time of a forward of an ok case, over all its rounds together.
double time_s_of(const CaseResult& result);

/// Figures of a case that come from its observation and its profile alone.
std::vector<MetricValue> launch_metrics_of(const Case& benchmark_case, const CaseResult& result);

/// The rows for ops.csv: those observed, with the times of those profiled where they are the same ops.
std::vector<OpRow> kept_op_rows_of(const CaseResult& result);

/// What the reporters are told of one round; nothing when an interruption left a case that is ok without it.
std::optional<ReportedCase> report_of(const Case& benchmark_case, const CaseResult& result, size_t round);

/// All figures of a case by the metric catalogue, over all its rounds together.
std::vector<MetricValue> metrics_of(const Case& benchmark_case, const CaseResult& result);

/// All samples of a case, in order.
std::vector<SampleRow> sample_rows_of(const CaseResult& result);

}  // namespace attn
