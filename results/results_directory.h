#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "results/record.h"

namespace attn {

/// The version written into the column `schema`.
inline constexpr int kResultsSchema = 1;

/// A folder with runs.csv, results.csv and samples.csv, and launches.csv and ops.csv where cases have such rows,
/// appended to by one run at a time or several. Each call below is one write(2) of whole lines a file, under a lock, so
/// that concurrent runs never interleave inside a case and an interrupted run keeps whole cases.
class ResultsDirectory {
 public:
  /// Makes the folder where it is missing. Throws BadRequest when it can't be made or written, or when a file in it has
  /// another header or schema than this program writes; nothing is changed then.
  explicit ResultsDirectory(std::filesystem::path folder);

  /// Throws std::runtime_error with the path and the system's reason (a full disk) when a write fails; a partial write
  /// is taken back by truncating.
  void append_run(const std::string& run_id, const Facts& facts);
  /// A case that is not "ok", and one without metrics, gets a row with an empty metric before those of its metrics. A
  /// value that is a NaN or an infinity becomes an empty cell. Throws std::invalid_argument for a metric that the
  /// catalogue lacks, before anything is written.
  void append_case(const CaseRow& row, std::span<const MetricValue> metrics, std::span<const SampleRow> samples,
                   std::span<const LaunchRow> launches = {}, std::span<const OpRow> ops = {});

  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

/// A row of results.csv as read back.
struct ResultRow {
  CaseRow row;
  std::optional<MetricValue> metric;  ///< nothing when the metric's cell or its value's is empty
};

/// All rows of folder/results.csv with this run_id or one that goes on behind it with a '.', as those of processes that
/// the run started do; columns are found by their names, so those that a newer schema adds
/// are ignored. Throws BadRequest for a file that can't be read, naming line and column, or the columns that it lacks.
std::vector<ResultRow> read_results(const std::filesystem::path& folder, const std::string& run_id);

}  // namespace attn
