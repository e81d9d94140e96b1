#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace attn {

/// A memory limit over this process, as Docker's --memory or Slurm sets it.
struct CgroupMemory {
  int64_t limit_bytes = 0;
  int64_t available_bytes = 0;  ///< what its members may still take; file cache that the kernel would drop counts
};

/// The limits of the process's control group and of all the groups around it that can be seen, v1 or v2; empty without
/// one. `root` stands for / in tests.
std::vector<CgroupMemory> cgroup_memory(const std::filesystem::path& root = "/");

}  // namespace attn
