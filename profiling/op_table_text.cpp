#include "profiling/op_table_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

#include "results/clean_text.h"
#include "results/readable_figures.h"
#include "results/short_kernel_name.h"
#include "results/text_width.h"

namespace attn {
namespace {

constexpr std::string_view kBetweenColumns = "  ";

using Cells = std::vector<std::string>;  // of one line

/// As PyTorch's table has it (_format_time).
std::string time_text(double time_s) {
  const double time_us = time_s * 1e6;
  if (time_us >= 1e6) return fmt::format("{:.3f}s", time_s);
  if (time_us >= 1e3) return fmt::format("{:.3f}ms", time_us * 1e-3);
  return fmt::format("{:.3f}us", time_us);
}

std::string time_text(const std::optional<double>& time_s) {
  return time_s ? time_text(*time_s) : "";
}

/// "12.34%"; blank where there is nothing to take a share of.
std::string share_text(const std::optional<double>& part, const std::optional<double>& whole) {
  return part && whole && *whole > 0 ? fmt::format("{:.2f}%", *part * 100 / *whole) : "";
}

Cells headings(const OpTable& table, bool has_words) {
  Cells cells = {"Name", "Self CPU %", "Self CPU", "CPU total %", "CPU total", "CPU time avg"};
  if (table.device_times != DeviceTimes::kNone)
    cells.insert(cells.end(), {"Self CUDA", "Self CUDA %", "CUDA total", "CUDA time avg"});
  cells.emplace_back("# of Calls");
  if (has_words) cells.emplace_back("In words");
  return cells;
}

Cells cells_of(const OpTableRow& row, const OpTable& table, const TableLayout& layout) {
  const std::string name = clean_text(row.name);
  const bool is_launch = row.kind == TableRowKind::kLaunch;
  Cells cells = {cut_to_width(is_launch ? short_kernel_name(name) : name, layout.name_width),
                 share_text(row.self_host_time_s, table.self_host_time_s),
                 time_text(row.self_host_time_s),
                 share_text(row.total_host_time_s, table.self_host_time_s),
                 time_text(row.total_host_time_s),
                 time_text(value_of(row, TableColumn::kMeanHostTime))};
  if (table.device_times != DeviceTimes::kNone) {
    cells.push_back(time_text(row.self_device_time_s));
    cells.push_back(share_text(row.self_device_time_s, table.self_device_time_s));
    cells.push_back(time_text(row.total_device_time_s));
    cells.push_back(time_text(value_of(row, TableColumn::kMeanDeviceTime)));
  }
  cells.push_back(fmt::format("{}", row.calls));
  if (layout.in_words)
    cells.push_back(is_launch ? cut_to_width(clean_text(layout.in_words(row.name)), layout.words_width) : "");
  return cells;
}

std::vector<size_t> widths_of(std::span<const Cells> lines) {
  std::vector<size_t> widths(lines.front().size());
  for (const Cells& cells : lines)
    for (size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], display_width(cells[i]));
  return widths;
}

/// Names and words begin where their column begins, figures end where it ends.
std::string line_of(const Cells& cells, const std::vector<size_t>& widths, bool has_words) {
  std::string line;
  for (size_t i = 0; i < cells.size(); ++i) {
    const bool is_text = i == 0 || (has_words && i + 1 == cells.size());
    if (i > 0) line += kBetweenColumns;
    line += is_text ? padded(cells[i], widths[i]) : right_aligned(cells[i], widths[i]);
  }
  return line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
}

std::string rule_of(const std::vector<size_t>& widths) {
  std::string line;
  for (const size_t width : widths) {
    if (!line.empty()) line += kBetweenColumns;
    line += std::string(width, '-');
  }
  return line + '\n';
}

std::string sums(const OpTable& table) {
  std::string text = fmt::format("Self CPU time total: {}\n", time_text(table.self_host_time_s));
  if (table.self_device_time_s) text += fmt::format("Self CUDA time total: {}\n", time_text(*table.self_device_time_s));
  if (table.device_times == DeviceTimes::kVirtual)
    text += "CUDA times are blank: a plan has none. CPU times are of the launching alone, on a stand-in GPU\n";
  if (table.launches_without_time > 0)
    text +=
        fmt::format("{} without times: what they belong in is blank\n", counted(table.launches_without_time, "launch"));
  return text;
}

std::string about(const OpTable& table, size_t left_out) {
  std::string text;
  if (table.loss) text += fmt::format("lost: {}\n", *table.loss);
  text += fmt::format("of {}, sorted by {}", counted(table.forwards, "forward"), heading_of(table.sorted_by));
  if (table.not_sorted_by) text += fmt::format(" (there is no {} to sort by)", heading_of(*table.not_sorted_by));
  text += "; times taken while recording, not the benchmark's\n";
  if (left_out > 0) text += counted(static_cast<int64_t>(left_out), "more row") + '\n';
  return text;
}

/// Takes the last column away where no row has anything in it; returns whether it is there.
bool keep_words(std::vector<Cells>& lines) {
  if (std::ranges::any_of(lines.begin() + 1, lines.end(), [](const Cells& cells) { return !cells.back().empty(); }))
    return true;
  for (Cells& cells : lines) cells.pop_back();
  return false;
}

}  // namespace

std::string table_text(const OpTable& table, const TableLayout& layout) {
  bool has_words = static_cast<bool>(layout.in_words);
  const size_t shown = std::min(table.rows.size(), layout.row_limit.value_or(table.rows.size()));
  std::vector<Cells> lines = {headings(table, has_words)};
  for (size_t row = 0; row < shown; ++row) lines.push_back(cells_of(table.rows[row], table, layout));
  if (has_words) has_words = keep_words(lines);
  const std::vector<size_t> widths = widths_of(lines);
  std::string text = rule_of(widths) + line_of(lines[0], widths, has_words) + rule_of(widths);
  for (size_t line = 1; line < lines.size(); ++line) text += line_of(lines[line], widths, has_words);
  return text + rule_of(widths) + sums(table) + about(table, table.rows.size() - shown);
}

}  // namespace attn
