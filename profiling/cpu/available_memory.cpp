#include "profiling/cpu/available_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "profiling/cpu/cgroup_memory.h"
#include "profiling/text_file.h"

namespace attn {
namespace {

std::optional<int64_t> meminfo_bytes(const std::filesystem::path& root, std::string_view key) {
  const auto text = read_text_file(root / "proc/meminfo");
  if (!text) return std::nullopt;
  const auto value = value_of(*text, key, ':');
  const auto kib = value ? leading_integer(*value) : std::nullopt;
  if (!kib) return std::nullopt;
  return *kib * 1024;
}

}  // namespace

int64_t available_memory_bytes(const std::filesystem::path& root) {
  const auto available = meminfo_bytes(root, "MemAvailable");
  if (!available) throw std::runtime_error(fmt::format("no MemAvailable in {}", (root / "proc/meminfo").string()));
  int64_t bytes = *available;
  for (const CgroupMemory& group : cgroup_memory(root)) bytes = std::min(bytes, group.available_bytes);
  return bytes;
}

std::optional<int64_t> total_memory_bytes(const std::filesystem::path& root) {
  auto bytes = meminfo_bytes(root, "MemTotal");
  if (!bytes) return std::nullopt;
  for (const CgroupMemory& group : cgroup_memory(root)) bytes = std::min(*bytes, group.limit_bytes);
  return bytes;
}

}  // namespace attn
