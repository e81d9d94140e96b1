#include "results/run_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <system_error>
#include <vector>

#include "results/bad_request.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

/// " (its folders a, b have one)", to end an error message with.
std::string folders_with_results(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    if (is_there(entry.path() / results_layout().name)) names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names.empty() ? "" : fmt::format(" (these of its folders have one: {})", fmt::join(names, ", "));
}

}  // namespace

std::optional<fs::path> RunFiles::beside(const FileLayout& layout) const {
  if (!folder || !is_there(*folder / layout.name)) return std::nullopt;
  return *folder / layout.name;
}

RunFiles run_files(const fs::path& path) {
  if (!is_folder(path)) {
    if (is_there(path)) return {.results = path, .folder = std::nullopt};
    throw BadRequest(fmt::format("can't read {}: there is no such folder or file", path.string()));
  }
  fs::path file = path / results_layout().name;
  if (is_there(file)) return {.results = std::move(file), .folder = path};
  throw BadRequest(fmt::format("{} has no results.csv; give a folder that attn_bench --out wrote, or a results.csv{}",
                               path.string(), folders_with_results(path)));
}

}  // namespace attn
