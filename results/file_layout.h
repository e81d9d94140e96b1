#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "results/append_file.h"

namespace attn {

/// A file that is appended to in a results folder, and its columns in order.
struct FileLayout {
  std::string name;  ///< "results.csv"
  std::vector<std::string_view> columns;
};

const FileLayout& runs_layout();
const FileLayout& results_layout();
const FileLayout& samples_layout();
const FileLayout& launches_layout();
const FileLayout& ops_layout();

/// All of the above.
std::span<const FileLayout> all_layouts();

/// "run_id,key,value" and its line end.
std::string header_line(const FileLayout& layout);

/// Throws BadRequest, with the columns that are missing or unknown, when the file has lines of another layout or
/// another schema, and std::runtime_error when its last line is cut short. An empty file is fine.
void check_layout(const AppendFile& file, const FileLayout& layout);

}  // namespace attn
