#include "profiling/machine_facts.h"

#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <optional>
#include <string_view>

#include "profiling/container.h"
#include "profiling/cpu/available_memory.h"
#include "profiling/nvidia_driver.h"
#include "profiling/text_file.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

void add(Facts& facts, const char* key, const std::optional<std::string>& value) {
  if (value && !value->empty()) facts.emplace_back(key, *value);
}

std::optional<std::string> value_in(const fs::path& file, std::string_view key, char separator) {
  const auto text = read_text_file(file);
  const auto value = text ? value_of(*text, key, separator) : std::nullopt;
  if (!value) return std::nullopt;
  return std::string(*value);
}

std::optional<std::string> first_line_of(const fs::path& file) {
  const auto text = read_text_file(file);
  if (!text || lines_of(*text).empty()) return std::nullopt;
  return std::string(trimmed(lines_of(*text).front()));
}

/// "Debian GNU/Linux 12 (bookworm)"; the file quotes it.
std::optional<std::string> os_name(const fs::path& root) {
  auto name = value_in(root / "etc/os-release", "PRETTY_NAME", '=');
  if (name && name->size() >= 2 && name->front() == '"' && name->back() == '"')
    name = name->substr(1, name->size() - 2);
  return name;
}

std::optional<std::string> cpus_allowed() {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0) return std::nullopt;  // over 1,024 processors
  return std::to_string(CPU_COUNT(&allowed));
}

void add_nvidia(Facts& facts, const fs::path& root) {
  const NvidiaDriver driver = nvidia_driver(root);
  add(facts, "nvidia_driver", driver.release);
  add(facts, "nvidia_device", driver.has_device() ? "yes" : "no");
}

}  // namespace

Facts machine_facts(const fs::path& root) {
  Facts facts;
  utsname system{};
  const bool named = uname(&system) == 0;
  if (named) add(facts, "host", system.nodename);
  add(facts, "os", os_name(root));
  if (named) add(facts, "kernel", system.release);
  add(facts, "container", container_kind(root));
  add(facts, "cpu_model", value_in(root / "proc/cpuinfo", "model name", ':'));
  if (const long count = sysconf(_SC_NPROCESSORS_ONLN); count > 0) add(facts, "cpu_count", std::to_string(count));
  add(facts, "cpus_allowed", cpus_allowed());
  add(facts, "cpu_governor", first_line_of(root / "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
  if (const auto bytes = total_memory_bytes(root)) add(facts, "memory_bytes", std::to_string(*bytes));
  add_nvidia(facts, root);
  return facts;
}

}  // namespace attn
