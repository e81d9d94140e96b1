#pragma once

#include <filesystem>
#include <optional>

#include "results/file_layout.h"

namespace attn {

/// Where the files of kept runs lie.
struct RunFiles {
  std::filesystem::path results;                ///< results.csv, by whatever name where it was asked for alone
  std::optional<std::filesystem::path> folder;  ///< nothing for a results.csv alone

  /// Another file of the folder; nothing where it is missing.
  std::optional<std::filesystem::path> beside(const FileLayout& layout) const;
};

/// Of a folder that attn_bench --out wrote, or of a results.csv. Throws BadRequest where there is none, naming folders
/// inside that have one.
RunFiles run_files(const std::filesystem::path& path);

}  // namespace attn
