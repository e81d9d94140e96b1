#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>

#include "results/bad_request.h"
#include "results/case_columns.h"
#include "results/csv.h"
#include "results/file_layout.h"
#include "results/results_directory.h"

namespace attn {
namespace {

/// Keeps writers out while a file is read, so that no case is seen half-written. Without it where the file can't be
/// opened, which the reader will say, or can't be locked.
class SharedLock {
 public:
  explicit SharedLock(const std::filesystem::path& path) : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ != -1) static_cast<void>(flock(descriptor_, LOCK_SH));
  }
  ~SharedLock() {
    if (descriptor_ != -1) close(descriptor_);
  }
  SharedLock(const SharedLock&) = delete;
  SharedLock& operator=(const SharedLock&) = delete;

 private:
  int descriptor_;
};

/// One line of results.csv, its cells in the order of results_layout().
class Line {
 public:
  Line(const std::string& file, int64_t number, std::span<const std::string_view> cells)
      : file_(file), number_(number), cells_(cells) {}

  std::string_view text(std::string_view column) const {
    const auto& columns = results_layout().columns;
    return cells_[static_cast<std::size_t>(std::ranges::find(columns, column) - columns.begin())];
  }

  int64_t integer(std::string_view column) const { return need(column, parse_integer(text(column)), "an integer"); }
  double number(std::string_view column) const { return need(column, parse_number(text(column)), "a number"); }

 private:
  template <typename Number>
  Number need(std::string_view column, std::optional<Number> number, std::string_view kind) const {
    if (number) return *number;
    throw BadRequest(fmt::format("{}: '{}' is not {}", csv_place(file_, number_, column), text(column), kind));
  }

  const std::string& file_;
  int64_t number_;
  std::span<const std::string_view> cells_;
};

CaseRow read_case(const Line& line) {
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

std::optional<MetricValue> read_metric(const Line& line) {
  if (line.text("metric").empty() || line.text("value").empty()) return std::nullopt;
  MetricValue metric{.name = std::string(line.text("metric")), .value = line.number("value")};
  if (!line.text("low").empty()) metric.low = line.number("low");
  if (!line.text("high").empty()) metric.high = line.number("high");
  if (!line.text("samples").empty()) metric.samples = line.integer("samples");
  return metric;
}

}  // namespace

std::vector<ResultRow> read_results(const std::filesystem::path& folder, const std::string& run_id) {
  const std::filesystem::path path = folder / results_layout().name;
  const std::string name = path.string();
  const SharedLock lock(path);
  std::vector<ResultRow> rows;
  visit_csv(path, results_layout().columns, [&](int64_t number, std::span<const std::string_view> cells) {
    const Line line(name, number, cells);
    if (line.text("run_id") == run_id) rows.push_back({read_case(line), read_metric(line)});
  });
  return rows;
}

}  // namespace attn
