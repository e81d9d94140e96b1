#include "results/checking/row_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace attn {

void Findings::add(const std::string& file, int64_t line, std::string_view column, std::string fault) {
  ++checked_.found;
  if (checked_.findings.size() >= kMostFindings) return;
  checked_.findings.push_back({.file = file, .line = line, .column = std::string(column), .fault = std::move(fault)});
}

std::string_view RowCheck::text(std::string_view column) const {
  const auto found = std::ranges::find(layout_.columns, column);
  return row_.cells[static_cast<size_t>(found - layout_.columns.begin())];
}

void RowCheck::add(std::string_view column, std::string fault) const {
  findings_.add(file_, row_.line, column, std::move(fault));
}

void RowCheck::check_filled(std::string_view column) const {
  if (text(column).empty()) add(column, "is empty");
}

void RowCheck::check_one_of(std::string_view column, std::span<const std::string_view> names) const {
  const std::string_view cell = text(column);
  if (std::ranges::find(names, cell) != names.end()) return;
  add(column, fmt::format("'{}' is none of {}", cell, fmt::join(names, ", ")));
}

std::optional<int64_t> RowCheck::integer(std::string_view column, int64_t least) const {
  const std::string_view cell = text(column);
  if (cell.empty()) return std::nullopt;
  const std::optional<int64_t> value = parse_integer(cell);
  if (value && *value >= least) return value;
  add(column, fmt::format("'{}' is no whole number of at least {}", cell, least));
  return std::nullopt;
}

std::optional<double> RowCheck::number(std::string_view column, double least) const {
  const std::string_view cell = text(column);
  if (cell.empty()) return std::nullopt;
  const std::optional<double> value = parse_number(cell);
  if (value && *value >= least) return value;
  add(column, fmt::format("'{}' is no number of at least {}", cell, least));
  return std::nullopt;
}

std::optional<int64_t> RowCheck::needed_integer(std::string_view column, int64_t least) const {
  check_filled(column);
  return integer(column, least);
}

std::optional<double> RowCheck::needed_number(std::string_view column, double least) const {
  check_filled(column);
  return number(column, least);
}

std::optional<double> RowCheck::needed_time(std::string_view column) const {
  const std::optional<double> time = needed_number(column, 0);
  if (time && *time == 0) add(column, "a time of 0: nothing takes no time");
  return time;
}

}  // namespace attn
