#include "results/case_columns.h"
#include "results/csv.h"
#include "results/csv_line.h"
#include "results/file_layout.h"
#include "results/results_directory.h"

namespace attn {
namespace {

CaseRow read_case(const CsvLine& line) {
  CaseRow row;
  for (const CaseColumn& column : kCaseColumns) {
    if (const auto* member = std::get_if<std::string CaseRow::*>(&column.member)) {
      row.*(*member) = line.text(column.name);
    } else {
      row.*(std::get<int64_t CaseRow::*>(column.member)) = line.integer(column.name);
    }
  }
  return row;
}

std::optional<MetricValue> read_metric(const CsvLine& line) {
  if (line.text("metric").empty() || line.text("value").empty()) return std::nullopt;
  MetricValue metric{.name = std::string(line.text("metric")), .value = line.number("value")};
  metric.low = line.find_number("low");
  metric.high = line.find_number("high");
  metric.samples = line.find_integer("samples");
  return metric;
}

bool is_of_run(std::string_view id, const std::string& run_id) {
  return id.starts_with(run_id) && (id.size() == run_id.size() || id[run_id.size()] == '.');
}

}  // namespace

std::vector<ResultRow> read_results(const std::filesystem::path& folder, const std::string& run_id) {
  const std::filesystem::path path = folder / results_layout().name;
  const std::string name = path.string();
  const SharedLock lock(path);
  std::vector<ResultRow> rows;
  visit_csv(path, results_layout().columns, [&](const CsvRow& row) {
    const CsvLine line(results_layout(), name, row.line, row.cells);
    if (is_of_run(line.text("run_id"), run_id)) rows.push_back({read_case(line), read_metric(line)});
  });
  return rows;
}

}  // namespace attn
