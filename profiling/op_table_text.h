#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "profiling/op_table.h"

namespace attn {

/// What a launch's name says, in a few words: "" where it is not known.
using NameInWords = std::function<std::string(const std::string& name)>;

struct TableLayout {
  std::optional<size_t> row_limit = 15;  ///< nothing: all rows
  size_t name_width = 55;                ///< columns of a terminal; longer names end in "…"
  size_t words_width = 40;
  NameInWords in_words =
      {};  ///< given the whole name of each launch shown; when set, a last column of what it returns, if anything
};

/// The table as PyTorch prints it: its columns in its order, times as "1.234us", "1.234ms" or "1.234s", the sums below.
/// Kernels go by their short names (see short_kernel_name). A CPU's table has no device columns; where device times
/// are not known they are blank, and a line says why. Other lines say what was lost, by what the rows are sorted, that
/// times taken while recording are not the benchmark's and, last, how many rows were left out: "12 more rows".
std::string table_text(const OpTable& table, const TableLayout& layout);

}  // namespace attn
