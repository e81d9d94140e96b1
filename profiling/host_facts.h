#pragma once

#include <string>

#include "results/record.h"

namespace attn {

/// Rows for runs.csv about the machine and LibTorch, whatever the device: host, os, kernel, container, cpu_model,
/// cpu_count, cpu_capability (LibTorch's), cpu_governor, memory_bytes, libtorch_version, libtorch_cuda_version,
/// threads, matmul_precision, omp and malloc settings from the environment. A fact that can't be read is left out.
Facts host_facts();

std::string host_name();
std::string libtorch_version();  ///< "2.11.0"

}  // namespace attn
