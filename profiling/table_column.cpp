#include "profiling/table_column.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "results/bad_request.h"
#include "results/near_names.h"

namespace attn {
namespace {

struct ColumnNames {
  TableColumn column;
  std::string_view heading;
  std::array<std::string_view, 6> names;  ///< the first is the one to show; "" where there are fewer
};

constexpr std::array<ColumnNames, 8> kColumns = {{
    {TableColumn::kName, "Name", {"name", "key"}},
    {TableColumn::kSelfHostTime,
     "Self CPU",
     {"self_cpu_time", "self_cpu_time_total", "self_cpu", "self_cpu_%", "self_cpu_percent"}},
    {TableColumn::kTotalHostTime,
     "CPU total",
     {"cpu_time_total", "total_cpu_time", "cpu_total", "cpu_total_%", "total_cpu_percent"}},
    {TableColumn::kMeanHostTime, "CPU time avg", {"cpu_time", "cpu_time_avg", "mean_cpu_time"}},
    {TableColumn::kSelfDeviceTime,
     "Self CUDA",
     {"self_device_time", "self_device_time_total", "self_device", "self_device_%", "total_device_percent"}},
    {TableColumn::kTotalDeviceTime, "CUDA total", {"device_time_total", "total_device_time", "device_total"}},
    {TableColumn::kMeanDeviceTime, "CUDA time avg", {"device_time", "device_time_avg", "mean_device_time"}},
    {TableColumn::kCalls, "# of Calls", {"calls", "count", "#_of_calls", "number_of_calls"}},
}};

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// PyTorch's own table reads "cuda" as "device" in sort_by.
std::string in_one_spelling(std::string_view name) {
  std::string text(name);
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == ' ') c = '_';
  }
  replace_all(text, "cuda", "device");
  replace_all(text, "host", "cpu");
  return text;
}

}  // namespace

std::string_view heading_of(TableColumn column) {
  for (const ColumnNames& names : kColumns)
    if (names.column == column) return names.heading;
  throw std::logic_error("no such column of the table");
}

TableColumn table_column_named(std::string_view name, std::string_view option) {
  const std::string spelled = in_one_spelling(name);
  for (const ColumnNames& column : kColumns)
    if (!spelled.empty() && std::ranges::find(column.names, spelled) != column.names.end()) return column.column;
  const std::vector<std::string> known = table_column_names();
  throw BadRequest(fmt::format("{}={}: no such column{}; there are {}", option, name, did_you_mean(spelled, known),
                               fmt::join(known, ", ")));
}

std::vector<std::string> table_column_names() {
  std::vector<std::string> names;
  for (const ColumnNames& column : kColumns) names.emplace_back(column.names[0]);
  return names;
}

}  // namespace attn
