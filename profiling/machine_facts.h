#pragma once

#include <filesystem>

#include "results/record.h"

namespace attn {

/// host, os, kernel, container, cpu_model, cpu_count (online), cpus_allowed (by affinity), cpu_governor, memory_bytes,
/// nvidia_driver (the release, where the kernel driver is loaded), nvidia_device (yes, no). `root` stands for / in
/// tests. What can't be read is left out.
Facts machine_facts(const std::filesystem::path& root = "/");

/// malloc (the library it comes from) and every variable of the environment that changes how OpenMP, MKL, oneDNN,
/// malloc or LibTorch work, under its own name with "env_" before it: env_OMP_NUM_THREADS.
Facts environment_facts();

}  // namespace attn
