#pragma once

#include <cstdint>
#include <filesystem>

namespace attn {

/// Goes over a results.csv with fast-cpp-csv-parser alone, cells as text by its own columns. How many rows there are.
int64_t count_rows_with_bare_parser(const std::filesystem::path& results_file);

}  // namespace attn
