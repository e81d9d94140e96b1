#include "profiling/container.h"

#include <array>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <utility>

#include "profiling/text_file.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

using Mark = std::pair<std::string_view, std::string_view>;

constexpr std::array<Mark, 3> kVariables = {{
    {"KUBERNETES_SERVICE_HOST", "kubernetes"},
    {"APPTAINER_NAME", "apptainer"},
    {"SINGULARITY_NAME", "apptainer"},
}};

constexpr std::array<Mark, 3> kFiles = {{
    {"run/.containerenv", "podman"},
    {".dockerenv", "docker"},
    {".singularity.d", "apptainer"},
}};

// Of the first process, with version 1 of control groups; version 2 shows "0::/" in a container and says nothing.
constexpr std::array<Mark, 4> kGroups = {{
    {"kubepods", "kubernetes"},
    {"docker", "docker"},
    {"libpod", "podman"},
    {"lxc", "lxc"},
}};

}  // namespace

std::string container_kind(const fs::path& root) {
  for (const auto& [variable, kind] : kVariables) {
    if (std::getenv(variable.data()) != nullptr) return std::string(kind);
  }
  std::error_code error;
  for (const auto& [file, kind] : kFiles) {
    if (fs::exists(root / file, error)) return std::string(kind);
  }
  if (const auto named = read_text_file(root / "run/systemd/container")) {
    if (!trimmed(*named).empty()) return std::string(trimmed(*named));
  }
  const std::string groups = read_text_file(root / "proc/1/cgroup").value_or("");
  for (const auto& [part, kind] : kGroups) {
    if (groups.find(part) != std::string::npos) return std::string(kind);
  }
  return "none";
}

}  // namespace attn
