#include "results/results_directory.h"

#include <fmt/format.h>

#include <stdexcept>
#include <system_error>
#include <utility>

#include "results/append_file.h"
#include "results/bad_request.h"
#include "results/case_columns.h"
#include "results/case_lines.h"
#include "results/csv_text.h"
#include "results/file_layout.h"
#include "results/metric_catalogue.h"

namespace attn {
namespace {

using IfMissing = AppendFile::IfMissing;
namespace fs = std::filesystem;

/// results.csv carries the folder's lock: a folder itself can't be locked on NFS.
AppendFile open_results_locked(const fs::path& folder, IfMissing if_missing = IfMissing::kRefuse) {
  return AppendFile::open_locked(folder / results_layout().name, if_missing);
}

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

/// Changes nothing, so that a folder of something else stays as it is.
void check_files(const fs::path& folder) {
  std::optional<AppendFile> lock;
  if (is_there(folder / results_layout().name)) lock.emplace(open_results_locked(folder));
  for (const FileLayout& layout : all_layouts()) {
    const fs::path path = folder / layout.name;
    if (is_there(path)) check_layout(AppendFile(path, IfMissing::kRefuse), layout);
  }
}

void begin_files(const fs::path& folder) {
  const AppendFile lock = open_results_locked(folder, IfMissing::kCreate);
  for (const FileLayout& layout : {runs_layout(), results_layout(), samples_layout()}) {
    AppendFile file(folder / layout.name, IfMissing::kCreate);
    if (file.size() == 0) file.append(header_line(layout));
  }
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw BadRequest(fmt::format("can't make the folder {}: {}", folder.string(), error.message()));
}

void add_case_cells(CsvText& text, const CaseRow& row) {
  text.add(int64_t{kResultsSchema});
  for (const CaseColumn& column : kCaseColumns) {
    std::visit([&](auto member) { text.add(row.*member); }, column.member);
  }
}

void add_metric_cells(CsvText& text, const MetricValue& metric) {
  const std::optional<MetricInfo> info = find_metric(metric.name);
  if (!info) throw std::invalid_argument(fmt::format("the metric catalogue lacks '{}'", metric.name));
  text.add(metric.name).add(info->unit).add(metric.value).add(metric.low).add(metric.high).add(metric.samples);
}

std::string result_lines(const CaseRow& row, std::span<const MetricValue> metrics) {
  CsvText text;
  if (row.status != "ok" || metrics.empty()) {
    add_case_cells(text, row);
    for (std::size_t i = 0; i < kMetricColumns.size(); ++i) text.add("");
    text.end_line();
  }
  for (const MetricValue& metric : metrics) {
    add_case_cells(text, row);
    add_metric_cells(text, metric);
    text.end_line();
  }
  return text.text();
}

/// The files of a case, appended to together.
class CaseFiles {
 public:
  void append(AppendFile file, std::string_view text) {
    files_.push_back(std::move(file));
    files_.back().append(text);
  }
  /// To a file that is begun where it is missing, and only when there are lines for it.
  void append_or_begin(const fs::path& folder, const FileLayout& layout, const std::string& lines) {
    if (lines.empty()) return;
    AppendFile file(folder / layout.name, IfMissing::kCreate);
    check_layout(file, layout);
    const std::string header = file.size() == 0 ? header_line(layout) : "";
    append(std::move(file), header + lines);
  }
  void take_back() {
    for (AppendFile& file : files_) file.take_back();
  }

 private:
  std::vector<AppendFile> files_;
};

}  // namespace

ResultsDirectory::ResultsDirectory(std::filesystem::path folder) : folder_(std::move(folder)) {
  make_folder(folder_);
  try {
    check_files(folder_);
    begin_files(folder_);
  } catch (const BadRequest&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw BadRequest(fmt::format("can't keep results in {}: {}", folder_.string(), error.what()));
  }
}

void ResultsDirectory::append_run(const std::string& run_id, const Facts& facts) {
  CsvText text;
  for (const auto& [key, value] : facts) {
    text.add(run_id).add(key).add(value);
    text.end_line();
  }
  const AppendFile lock = open_results_locked(folder_);
  AppendFile(folder_ / runs_layout().name, IfMissing::kRefuse).append(text.text());
}

void ResultsDirectory::append_case(const CaseRow& row, std::span<const MetricValue> metrics,
                                   std::span<const SampleRow> samples, std::span<const LaunchRow> launches,
                                   std::span<const OpRow> ops) {
  const std::string case_text = result_lines(row, metrics);
  AppendFile results_file = open_results_locked(folder_);
  CaseFiles files;
  try {
    files.append(AppendFile(folder_ / samples_layout().name, IfMissing::kRefuse), sample_lines(row, samples));
    files.append_or_begin(folder_, launches_layout(), launch_lines(row, launches));
    files.append_or_begin(folder_, ops_layout(), op_lines(row, ops));
    results_file.append(case_text);  // last: a case that results.csv has is whole
  } catch (...) {
    files.take_back();
    throw;
  }
}

}  // namespace attn
