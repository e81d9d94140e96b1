#pragma once

#include <bitset>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/csv.h"
#include "results/run_set.h"
#include "results/text_map.h"

namespace attn {

/// Turns the rows of one path's files into runs. A row that begins like the one before, as those of a case do, costs
/// only its metric.
class RunRows {
 public:
  /// `results_file` is what errors call it.
  RunRows(std::string results_file, std::filesystem::path path, const ReadOptions& options);

  /// A row of results.csv by results_layout().
  void add_result(const CsvRow& row);

  /// The case of a row whose first two cells are run_id and case; null where results.csv lacks it.
  KeptCase* find_case(const CsvRow& row);
  /// Null where results.csv lacks it.
  KeptRun* find_run(std::string_view run_id);

  std::vector<KeptRun> take_runs() { return std::move(runs_); }

 private:
  /// More metrics than the catalogue will have.
  using SeenMetrics = std::bitset<128>;
  struct RunIndex {
    TextMap<std::size_t> cases;
    std::vector<SeenMetrics> seen;  ///< of each case
  };

  void begin_case(const CsvRow& row);
  std::size_t run_index(std::string_view run_id);
  void check_same(const CsvRow& row, const CaseRow& known) const;
  void add_metric(const CsvRow& row);
  /// Its index in the catalogue; nothing where that lacks it.
  std::optional<std::size_t> metric_index(std::string_view name);
  void check_unit(const CsvRow& row, std::size_t metric) const;
  bool is_repeated(std::string_view name, std::optional<std::size_t> metric);
  [[noreturn]] void refuse(const CsvRow& row, std::string_view column, std::string_view fault) const;

  std::string file_;
  std::filesystem::path path_;
  ReadOptions options_;
  TextMap<std::size_t> metric_indices_;    ///< of the catalogue
  std::vector<std::size_t> next_metrics_;  ///< which came after each metric of the catalogue the last time
  std::size_t metric_ = 0;                 ///< of the row before
  std::vector<KeptRun> runs_;
  std::vector<RunIndex> indices_;  ///< of each run
  TextMap<std::size_t> run_indices_;
  std::size_t run_ = 0;  ///< of the row before
  std::size_t case_ = 0;
  KeptCase* found_ = nullptr;  ///< by find_case before
};

}  // namespace attn
