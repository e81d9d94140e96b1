#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace attn {

/// A file, or why there is none.
struct FoundFile {
  std::optional<std::filesystem::path> path = {};
  std::string reason = {};  ///< for people; empty when there is a path
};

}  // namespace attn
