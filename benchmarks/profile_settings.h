#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>

#include "profiling/profile.h"
#include "profiling/table_column.h"

namespace attn {

/// What is recorded of a case's forwards beside their time, and what is shown of it.
struct ProfileSettings {
  bool wanted = false;  ///< by --profile, --table or --trace
  Schedule schedule;
  std::optional<size_t> table_rows;            ///< of the profiler's table, where it is shown
  std::optional<TableColumn> table_by;         ///< what it is sorted by; nothing: see op_table_of()
  std::optional<std::filesystem::path> trace;  ///< folder for a trace a case
};

}  // namespace attn
