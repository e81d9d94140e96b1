#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "results/record.h"

namespace attn {

/// A case as one run kept it.
struct KeptCase {
  CaseRow row;
  std::vector<MetricValue> metrics;  ///< each name once, its value in the catalogue's unit
  std::vector<SampleRow> samples;    ///< those that have a time, in order
  std::vector<LaunchRow> launches;   ///< in order
  std::vector<OpRow> ops;            ///< in order
};

/// What one process kept of one device.
struct KeptRun {
  std::string run_id;
  std::filesystem::path path;   ///< what was asked for: a folder or a results.csv
  Facts facts;                  ///< of runs.csv, in order; none of a results.csv alone
  std::vector<KeptCase> cases;  ///< at least one, in order of appearance; each case name once
};

struct RunSet {
  std::vector<KeptRun> runs;       ///< in the order of the paths, then of appearance in results.csv
  std::vector<std::string> notes;  ///< sentences for the reader: what is missing or was left out
};

struct ReadOptions {
  bool samples = true;
  bool launches = true;
  bool ops = false;
  bool refuse_bad_times = true;  ///< a metric in seconds that is negative, or a time_s or sample that is 0
};

/// All the runs of some folders, with their runs.csv, results.csv, samples.csv, launches.csv and ops.csv where they
/// are, and of results.csv files alone. A run that is in two of them is there twice. A file that is being written is
/// read up to its last whole line, which a note says, and no case half-written by attn_bench is seen. Rows in any
/// order, columns in any order, further columns are ignored, further metrics are kept. Throws BadRequest, naming file,
/// line and column, for: a path without results or without any row; what visit_csv refuses; another schema; a figure
/// that is none; a metric whose unit isn't the catalogue's (nothing is converted); a metric twice in a case of a run;
/// rows of a case that differ in what they should share; times as in the options.
RunSet read_runs(std::span<const std::filesystem::path> paths, const ReadOptions& options = {});

/// Nothing where the case or the run has none.
std::optional<double> metric_of(const KeptCase& kept_case, std::string_view name);
std::optional<std::string_view> fact_of(const KeptRun& run, std::string_view key);

}  // namespace attn
