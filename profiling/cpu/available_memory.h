#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace attn {

/// Bytes that the process can still have without swapping: MemAvailable of /proc/meminfo, or less where a memory limit
/// of its control groups leaves less. `root` stands for / in tests. Throws std::runtime_error when /proc/meminfo does
/// not say.
int64_t available_memory_bytes(const std::filesystem::path& root = "/");

/// MemTotal of /proc/meminfo, or a lower limit of the control groups.
std::optional<int64_t> total_memory_bytes(const std::filesystem::path& root = "/");

}  // namespace attn
