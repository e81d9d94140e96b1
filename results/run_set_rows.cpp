#include "results/run_set_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "results/bad_request.h"
#include "results/case_columns.h"
#include "results/file_layout.h"
#include "results/metric_catalogue.h"
#include "results/results_directory.h"

namespace attn {
namespace {

// Where things stand in a row by results_layout(): the schema, the case's columns, the metric's.
constexpr std::size_t kRunId = 1;
constexpr std::size_t kCase = 9;
constexpr std::size_t kMetric = 1 + kCaseColumns.size();
constexpr std::size_t kUnit = kMetric + 1;
constexpr std::size_t kValue = kMetric + 2;
constexpr std::size_t kLow = kMetric + 3;
constexpr std::size_t kHigh = kMetric + 4;
constexpr std::size_t kSamples = kMetric + 5;
static_assert(kCaseColumns[kRunId - 1].name == "run_id" && kCaseColumns[kCase - 1].name == "case");
static_assert(kMetricColumns[0] == "metric" && kMetricColumns[2] == "value" && kMetricColumns[5] == "samples");

template <typename Number>
bool read_cell(std::string_view cell, std::optional<Number> (*parse)(std::string_view), std::optional<Number>& number) {
  if (!cell.empty()) number = parse(cell);
  return cell.empty() || number.has_value();
}

}  // namespace

RunRows::RunRows(std::string results_file, std::filesystem::path path, const ReadOptions& options)
    : file_(std::move(results_file)), path_(std::move(path)), options_(options) {
  for (const MetricInfo& metric : metric_catalogue()) metric_indices_.emplace(metric.name, metric_indices_.size());
  next_metrics_.resize(metric_indices_.size());
}

void RunRows::refuse(const CsvRow& row, std::string_view column, std::string_view fault) const {
  throw BadRequest(fmt::format("{}: {}", csv_place(file_, row.line, column), fault));
}

void RunRows::add_result(const CsvRow& row) {
  if (row.same_cells < kMetric || runs_.empty()) begin_case(row);
  if (!row.cells[kMetric].empty() && !row.cells[kValue].empty()) add_metric(row);
}

void RunRows::begin_case(const CsvRow& row) {
  if (parse_integer(row.cells[0]) != kResultsSchema) {
    refuse(row, "schema", fmt::format("schema '{}', where this program reads {}", row.cells[0], kResultsSchema));
  }
  run_ = run_index(row.cells[kRunId]);
  RunIndex& index = indices_[run_];
  if (const auto found = index.cases.find(row.cells[kCase]); found != index.cases.end()) {
    case_ = found->second;
    check_same(row, runs_[run_].cases[case_].row);
    return;
  }
  case_ = runs_[run_].cases.size();
  index.cases.emplace(row.cells[kCase], case_);
  index.seen.emplace_back();
  KeptCase& added = runs_[run_].cases.emplace_back();
  for (std::size_t i = 0; i < kCaseColumns.size(); ++i) {
    const std::string_view cell = row.cells[i + 1];
    if (const auto* text = std::get_if<std::string CaseRow::*>(&kCaseColumns[i].member)) {
      added.row.*(*text) = cell;
    } else if (const std::optional<int64_t> number = parse_integer(cell)) {
      added.row.*(std::get<int64_t CaseRow::*>(kCaseColumns[i].member)) = *number;
    } else {
      refuse(row, kCaseColumns[i].name, fmt::format("'{}' is not an integer", cell));
    }
  }
}

std::size_t RunRows::run_index(std::string_view run_id) {
  if (!runs_.empty() && runs_[run_].run_id == run_id) return run_;
  if (const auto found = run_indices_.find(run_id); found != run_indices_.end()) return found->second;
  run_indices_.emplace(run_id, runs_.size());
  runs_.push_back({.run_id = std::string(run_id), .path = path_, .facts = {}, .cases = {}});
  indices_.emplace_back();
  if (runs_.size() > 1) runs_.back().cases.reserve(runs_[runs_.size() - 2].cases.size());  // processes are alike
  return runs_.size() - 1;
}

/// What is the same may be written differently only in the integers, "8" and "08".
void RunRows::check_same(const CsvRow& row, const CaseRow& known) const {
  for (std::size_t i = 0; i < kCaseColumns.size(); ++i) {
    const std::string_view cell = row.cells[i + 1];
    const auto* text = std::get_if<std::string CaseRow::*>(&kCaseColumns[i].member);
    const bool same = text != nullptr
                          ? known.*(*text) == cell
                          : parse_integer(cell) == known.*(std::get<int64_t CaseRow::*>(kCaseColumns[i].member));
    if (!same) {
      refuse(row, kCaseColumns[i].name, fmt::format("'{}' is not what another row of the same run and case has", cell));
    }
  }
}

/// Most cases have the same metrics in the same order.
std::optional<std::size_t> RunRows::metric_index(std::string_view name) {
  std::size_t& next = next_metrics_[metric_];
  if (metric_catalogue()[next].name != name) {
    const auto found = metric_indices_.find(name);
    if (found == metric_indices_.end()) return std::nullopt;
    next = found->second;
  }
  metric_ = next;
  return metric_;
}

void RunRows::check_unit(const CsvRow& row, std::size_t metric) const {
  const std::string_view unit = metric_catalogue()[metric].unit;
  if (row.cells[kUnit] != unit) {
    refuse(row, "unit", fmt::format("{} in '{}'; its unit is '{}'", row.cells[kMetric], row.cells[kUnit], unit));
  }
}

bool RunRows::is_repeated(std::string_view name, std::optional<std::size_t> metric) {
  if (!metric) {
    const auto& metrics = runs_[run_].cases[case_].metrics;
    return std::ranges::find(metrics, name, &MetricValue::name) != metrics.end();
  }
  SeenMetrics& seen = indices_[run_].seen[case_];
  const bool before = seen.test(*metric);
  seen.set(*metric);
  return before;
}

void RunRows::add_metric(const CsvRow& row) {
  const std::string_view name = row.cells[kMetric];
  const std::optional<std::size_t> metric = metric_index(name);
  if (metric) check_unit(row, *metric);
  if (is_repeated(name, metric)) refuse(row, "metric", fmt::format("{} is there twice for this run and case", name));

  const std::optional<double> value = parse_number(row.cells[kValue]);
  if (!value) refuse(row, "value", fmt::format("'{}' is not a number", row.cells[kValue]));
  const bool is_bad_time = row.cells[kUnit] == "s" && (*value < 0 || (*value == 0 && name == "time_s"));
  if (options_.refuse_bad_times && is_bad_time) {
    refuse(row, "value", fmt::format("{} of {} s; a time is positive", name, row.cells[kValue]));
  }
  auto& metrics = runs_[run_].cases[case_].metrics;
  if (metrics.empty() && case_ > 0) metrics.reserve(runs_[run_].cases[case_ - 1].metrics.size());
  MetricValue& added = metrics.emplace_back(MetricValue{.name = std::string(name), .value = *value});
  if (!read_cell(row.cells[kLow], parse_number, added.low)) refuse(row, "low", "not a number");
  if (!read_cell(row.cells[kHigh], parse_number, added.high)) refuse(row, "high", "not a number");
  if (!read_cell(row.cells[kSamples], parse_integer, added.samples)) refuse(row, "samples", "not an integer");
}

KeptRun* RunRows::find_run(std::string_view run_id) {
  const auto run = run_indices_.find(run_id);
  return run == run_indices_.end() ? nullptr : &runs_[run->second];
}

KeptCase* RunRows::find_case(const CsvRow& row) {
  if (row.same_cells >= 2) return found_;
  found_ = nullptr;
  const auto run = run_indices_.find(row.cells[0]);
  if (run == run_indices_.end()) return found_;
  const auto& cases = indices_[run->second].cases;
  if (const auto found = cases.find(row.cells[1]); found != cases.end()) {
    found_ = &runs_[run->second].cases[found->second];
  }
  return found_;
}

}  // namespace attn
