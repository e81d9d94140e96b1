#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "results/record.h"

namespace attn {

/// libtorch_version, libtorch_cuda_version (that it was built with), cpu_capability, threads
/// (intra-op), parallel_info, matmul_precision, tf32_cublas, tf32_cudnn. What this LibTorch does not say is left out.
Facts libtorch_facts();

/// The folder in which the LibTorch libraries of this process lie: "…/torch/lib".
std::filesystem::path libtorch_folder();

/// LibTorch's several lines on its thread libraries as one, without the environment, which is a fact of its own:
/// "at::get_num_threads() : 2; OpenMP 201511 (a.k.a. OpenMP 4.5); …".
std::string condensed_parallel_info(std::string_view info);

}  // namespace attn
