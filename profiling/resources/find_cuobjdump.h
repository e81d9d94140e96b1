#pragma once

#include <filesystem>

#include "profiling/resources/found_file.h"

namespace attn {

/// Names the program to use instead of those found: a path.
inline constexpr const char* kCuobjdumpVariable = "ATTN_CUOBJDUMP";

/// CUDA's cuobjdump: what kCuobjdumpVariable names; else the one that the launcher installed beside the LibTorch whose
/// libraries lie in `library_folder` (it is as new as their code objects), the one in PATH, or the one in
/// /usr/local/cuda/bin.
FoundFile find_cuobjdump(const std::filesystem::path& library_folder);

}  // namespace attn
