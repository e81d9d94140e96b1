#include "results/checking/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>

#include "results/checking/checked_cases.h"
#include "results/checking/row_check.h"
#include "results/csv_line.h"
#include "results/file_layout.h"
#include "results/readable_figures.h"
#include "results/run_files.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

constexpr auto kKinds = std::to_array<std::string_view>({"kernel", "memcpy", "memset", "library"});

/// Looks over the files of one folder, or over a results.csv alone.
class FolderCheck {
 public:
  FolderCheck(const fs::path& path, CheckedRuns& checked)
      : files_(run_files(path)), results_(files_.results.string()), checked_(checked), findings_(checked) {}

  void check() {
    const SharedLock lock(files_.results);
    visit(files_.results, results_layout(), [&](const RowCheck& row) { check_result(row, cases_); });
    visit_beside(runs_layout(), [&](const RowCheck& row) { check_fact(row); });
    visit_beside(samples_layout(), [&](const RowCheck& row) { check_sample(row); });
    visit_beside(launches_layout(), [&](const RowCheck& row) { check_launch(row); });
    visit_beside(ops_layout(), [&](const RowCheck& row) { check_op(row); });
    const int64_t without_peak =
        check_cases(cases_, files_.beside(runs_layout()) ? &facts_ : nullptr, results_, findings_);
    if (without_peak > 0) {
      checked_.notes.push_back(fmt::format("{}: no peak known for {}; their rates were not held against one", results_,
                                           counted(without_peak, "case")));
    }
  }

 private:
  template <typename Check>
  void visit(const fs::path& path, const FileLayout& layout, const Check& check) {
    const std::string file = path.string();
    int64_t& rows = checked_.rows[file];
    std::string note = visit_whole_rows(path, layout.columns, [&](const CsvRow& row) {
      ++rows;
      check(RowCheck(layout, file, row, findings_));
    });
    if (!note.empty()) checked_.notes.push_back(std::move(note));
  }

  template <typename Check>
  void visit_beside(const FileLayout& layout, const Check& check) {
    if (const std::optional<fs::path> path = files_.beside(layout)) visit(*path, layout, check);
  }

  void check_fact(const RowCheck& row) {
    row.check_filled("run_id");
    row.check_filled("key");
    const std::string key(row.text("key")), value(row.text("value"));
    const auto [known, is_new] = facts_[std::string(row.text("run_id"))].try_emplace(key, value);
    if (!is_new) row.add("key", fmt::format("the same run has {} = '{}' already", key, known->second));
  }

  /// Null, and a finding, where results.csv lacks it.
  CheckedCase* case_of(const RowCheck& row) {
    CheckedCase* const found = cases_.find(row.text("run_id"), row.text("case"));
    if (found == nullptr) row.add("case", "results.csv has no such case of this run");
    return found;
  }

  void check_sample(const RowCheck& row) {
    const std::optional<int64_t> round = row.needed_integer("round", 0), sample = row.needed_integer("sample", 0);
    row.needed_integer("forwards", 1);
    row.number("sm_clock_hz", 0);
    const std::optional<double> time = row.needed_time("time_s");
    CheckedCase* const owner = case_of(row);
    if (owner == nullptr) return;
    if (time) owner->sample_times_s.push_back(*time);
    if (round && sample && !owner->samples.emplace(*round, *sample).second) {
      row.add("sample", fmt::format("{} of round {} is there already", *sample, *round));
    }
  }

  void check_order(const RowCheck& row, int64_t expected) {
    const std::optional<int64_t> order = row.needed_integer("order", 0);
    if (order && *order != expected) row.add("order", fmt::format("{}, where {} comes next", *order, expected));
  }

  void check_launch(const RowCheck& row) {
    row.check_one_of("kind", kKinds);
    row.check_filled("name");
    for (const char* column : {"registers", "static_shared_bytes", "dynamic_shared_bytes", "bytes"}) {
      row.integer(column, 0);
    }
    const std::optional<double> occupancy = row.number("occupancy", 0);
    if (occupancy && *occupancy > 1) row.add("occupancy", fmt::format("{} is no share of 1", *occupancy));
    row.number("time_s", 0);
    if (CheckedCase* const owner = case_of(row)) check_order(row, owner->launches++);
  }

  void check_op(const RowCheck& row) {
    row.check_filled("op_path");
    row.needed_integer("calls", 1);
    check_self_and_total(row, "self_host_time_s", "total_host_time_s");
    check_self_and_total(row, "self_device_time_s", "total_device_time_s");
    row.integer("bytes", 0);
    row.number("flops", 0);
    row.number("floor_s", 0);
    if (CheckedCase* const owner = case_of(row)) check_order(row, owner->ops++);
  }

  static void check_self_and_total(const RowCheck& row, std::string_view self_column, std::string_view total_column) {
    const auto self = row.number(self_column, 0), total = row.number(total_column, 0);
    if (self && total && *self > *total * (1 + 1e-9)) {
      row.add(self_column, fmt::format("{} s of itself is more than {} s in all", *self, *total));
    }
  }

  RunFiles files_;
  std::string results_;
  CheckedRuns& checked_;
  Findings findings_;
  CheckedCases cases_;
  RunFacts facts_;
};

}  // namespace

CheckedRuns check_runs(std::span<const fs::path> paths) {
  CheckedRuns checked;
  for (const fs::path& path : paths) FolderCheck(path, checked).check();
  std::ranges::stable_sort(checked.findings, [](const Finding& a, const Finding& b) {
    return std::tie(a.file, a.line) < std::tie(b.file, b.line);
  });
  return checked;
}

}  // namespace attn
