#include "results/csv_line.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>

#include "results/bad_request.h"
#include "results/csv.h"

namespace attn {

SharedLock::SharedLock(const std::filesystem::path& path) : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (descriptor_ != -1) static_cast<void>(flock(descriptor_, LOCK_SH));
}

SharedLock::~SharedLock() {
  if (descriptor_ != -1) close(descriptor_);
}

std::string_view CsvLine::text(std::string_view column) const {
  const auto found = std::ranges::find(layout_.columns, column);
  return cells_[static_cast<std::size_t>(found - layout_.columns.begin())];
}

int64_t CsvLine::integer(std::string_view column) const {
  if (const auto number = parse_integer(text(column))) return *number;
  refuse(column, "an integer");
}

double CsvLine::number(std::string_view column) const {
  if (const auto number = parse_number(text(column))) return *number;
  refuse(column, "a number");
}

std::optional<int64_t> CsvLine::find_integer(std::string_view column) const {
  return text(column).empty() ? std::nullopt : std::optional(integer(column));
}

std::optional<double> CsvLine::find_number(std::string_view column) const {
  return text(column).empty() ? std::nullopt : std::optional(number(column));
}

void CsvLine::refuse(std::string_view column, std::string_view wanted) const {
  throw BadRequest(fmt::format("{}: '{}' is not {}", csv_place(file_, number_, column), text(column), wanted));
}

}  // namespace attn
