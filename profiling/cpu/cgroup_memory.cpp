#include "profiling/cpu/cgroup_memory.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "profiling/text_file.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

/// What the files of one version are called.
struct Layout {
  std::string_view mount;
  std::string_view limit;
  std::string_view usage;
  std::string_view droppable;  ///< key in memory.stat
};
constexpr Layout kV1 = {"sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
                        "total_inactive_file"};
constexpr Layout kV2 = {"sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"};

std::optional<int64_t> integer_in(const fs::path& path) {
  const auto text = read_text_file(path);
  return text ? leading_integer(*text) : std::nullopt;
}

int64_t droppable_bytes(const fs::path& group, const Layout& layout) {
  const auto stat = read_text_file(group / "memory.stat");
  const auto value = stat ? value_of(*stat, layout.droppable, ' ') : std::nullopt;
  return value ? leading_integer(*value).value_or(0) : 0;
}

std::optional<CgroupMemory> limit_of(const fs::path& group, const Layout& layout) {
  const auto limit = integer_in(group / layout.limit);
  const auto usage = integer_in(group / layout.usage);
  if (!limit || !usage) return std::nullopt;
  const int64_t held = *usage - std::min(*usage, droppable_bytes(group, layout));
  return CgroupMemory{*limit, std::max<int64_t>(*limit - held, 0)};
}

/// From the process's own group up to the mount point. In a container the path may be the host's, of which nothing is
/// mounted but the container's own group, at the top: what does not exist is passed over.
void add_limits(const fs::path& root, std::string_view path, const Layout& layout, std::vector<CgroupMemory>& limits) {
  const fs::path top = root / layout.mount;
  std::vector<fs::path> groups = {top};
  for (const fs::path& part : fs::path(path).relative_path()) {
    // A group outside of this namespace's root shows as /../x: what is mounted here is above nothing of ours.
    if (part == "..") break;
    groups.push_back(groups.back() / part);
  }
  for (const fs::path& group : groups) {
    if (const auto limit = limit_of(group, layout)) limits.push_back(*limit);
  }
}

bool has_word(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const size_t end = std::min(list.find(','), list.size());
    if (list.substr(0, end) == word) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

}  // namespace

std::vector<CgroupMemory> cgroup_memory(const fs::path& root) {
  std::vector<CgroupMemory> limits;
  const std::string groups = read_text_file(root / "proc/self/cgroup").value_or("");
  for (const std::string_view line : lines_of(groups)) {  // "4:memory:/docker/1f…" (v1), "0::/user.slice" (v2)
    const size_t first = line.find(':');
    const size_t second = first == std::string_view::npos ? first : line.find(':', first + 1);
    if (second == std::string_view::npos) continue;
    const std::string_view controllers = line.substr(first + 1, second - first - 1);
    const std::string_view path = line.substr(second + 1);
    if (has_word(controllers, "memory")) add_limits(root, path, kV1, limits);
    if (controllers.empty()) add_limits(root, path, kV2, limits);
  }
  return limits;
}

}  // namespace attn
