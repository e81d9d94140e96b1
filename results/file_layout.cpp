#include "results/file_layout.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "results/bad_request.h"
#include "results/case_columns.h"
#include "results/csv.h"
#include "results/results_directory.h"

namespace attn {
namespace {

constexpr std::size_t kHeadBytes = 65'536;  // holds the header and a row many times over

FileLayout make_results_layout() {
  FileLayout layout{"results.csv", {"schema"}};
  for (const CaseColumn& column : kCaseColumns) layout.columns.push_back(column.name);
  layout.columns.insert(layout.columns.end(), kMetricColumns.begin(), kMetricColumns.end());
  return layout;
}

/// Takes the first line, without its end, off the text.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> cells;
  while (true) {
    const std::size_t comma = line.find(',');
    cells.push_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return cells;
    line.remove_prefix(comma + 1);
  }
}

/// Those of `names` that `others` lacks, after `label`; "" when there are none.
std::string lacking(std::string_view label, const std::vector<std::string_view>& names,
                    const std::vector<std::string_view>& others) {
  std::vector<std::string_view> found;
  std::ranges::copy_if(names, std::back_inserter(found),
                       [&](std::string_view name) { return std::ranges::find(others, name) == others.end(); });
  return found.empty() ? "" : fmt::format(" {} {};", label, fmt::join(found, ","));
}

[[noreturn]] void refuse(const AppendFile& file, std::string_view fault) {
  throw BadRequest(fmt::format("{} {}; give --out another folder", file.path().string(), fault));
}

void check_header(const AppendFile& file, const FileLayout& layout, std::string_view header) {
  const std::vector<std::string_view> found = split(header);
  if (found == layout.columns) return;
  std::string difference = lacking("missing", layout.columns, found) + lacking("unknown", found, layout.columns);
  if (difference.empty()) difference = " their order;";
  difference.pop_back();
  refuse(file, fmt::format("has other columns than this program writes:{}", difference));
}

/// By the first row: a file only ever has rows of one schema.
void check_schema(const AppendFile& file, std::string_view row) {
  const std::string_view schema = split(row).front();
  if (row.empty() || parse_integer(schema) == kResultsSchema) return;
  refuse(file, fmt::format("has schema '{}' where this program writes {}", schema, kResultsSchema));
}

}  // namespace

const FileLayout& runs_layout() {
  static const FileLayout layout{"runs.csv", {"run_id", "key", "value"}};
  return layout;
}

const FileLayout& results_layout() {
  static const FileLayout layout = make_results_layout();
  return layout;
}

const FileLayout& samples_layout() {
  static const FileLayout layout{"samples.csv",
                                 {"run_id", "case", "round", "sample", "forwards", "time_s", "sm_clock_hz"}};
  return layout;
}

const FileLayout& launches_layout() {
  static const FileLayout layout{
      "launches.csv",
      {"run_id", "case", "order", "op_path", "kind", "name", "grid", "block", "registers", "static_shared_bytes",
       "dynamic_shared_bytes", "occupancy", "occupancy_limiter", "bytes", "time_s"}};
  return layout;
}

const FileLayout& ops_layout() {
  static const FileLayout layout{
      "ops.csv",
      {"run_id", "case", "order", "op_path", "calls", "self_host_time_s", "total_host_time_s", "self_device_time_s",
       "total_device_time_s", "bytes", "flops", "floor_s"}};
  return layout;
}

std::span<const FileLayout> all_layouts() {
  static const std::array layouts = {runs_layout(), results_layout(), samples_layout(), launches_layout(),
                                     ops_layout()};
  return layouts;
}

std::string header_line(const FileLayout& layout) {
  return fmt::format("{}\n", fmt::join(layout.columns, ","));
}

void check_layout(const AppendFile& file, const FileLayout& layout) {
  const std::string head = file.head(kHeadBytes);
  std::string_view text = head;
  if (text.empty()) return;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::string_view header = take_line(text);
  if (header.starts_with("schema,")) check_schema(file, take_line(text));
  check_header(file, layout, header);
  file.check_last_line();
}

}  // namespace attn
