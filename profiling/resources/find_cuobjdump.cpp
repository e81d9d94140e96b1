#include "profiling/resources/find_cuobjdump.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace attn {
namespace {

namespace fs = std::filesystem;

bool is_program(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

/// …/site-packages/torch/lib → …/site-packages/nvidia/cu13/bin and the like: where the wheel puts it.
std::vector<fs::path> folders_of_wheels(const fs::path& library_folder) {
  std::vector<fs::path> folders;
  std::error_code ignored;
  const fs::path nvidia = library_folder / ".." / ".." / "nvidia";
  for (const fs::directory_entry& wheel : fs::directory_iterator(nvidia, ignored))
    folders.push_back(wheel.path() / "bin");
  return folders;
}

std::vector<fs::path> folders_of_path() {
  std::vector<fs::path> folders;
  const char* path = std::getenv("PATH");
  for (std::string_view rest = path == nullptr ? "" : path; !rest.empty();) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    if (folder.starts_with('/')) folders.emplace_back(folder);
    rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
  }
  return folders;
}

}  // namespace

FoundFile find_cuobjdump(const fs::path& library_folder) {
  if (const char* named = std::getenv(kCuobjdumpVariable); named != nullptr && *named != '\0') {
    if (is_program(named)) return {.path = named};
    return {.reason = std::string(kCuobjdumpVariable) + "=" + named + " is not a program"};
  }
  std::vector<fs::path> folders = folders_of_wheels(library_folder);
  for (const fs::path& folder : folders_of_path()) folders.push_back(folder);
  folders.emplace_back("/usr/local/cuda/bin");
  for (const fs::path& folder : folders) {
    if (is_program(folder / "cuobjdump")) return {.path = folder / "cuobjdump"};
  }
  return {.reason =
              "cuobjdump was not found beside LibTorch, in PATH or in /usr/local/cuda/bin; it comes with the CUDA "
              "toolkit, or with: pip install nvidia-cuda-cuobjdump"};
}

}  // namespace attn
