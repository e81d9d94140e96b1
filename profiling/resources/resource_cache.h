#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "profiling/resources/found_file.h"
#include "profiling/resources/resource_listing.h"

namespace attn {

/// What a file of kernel resources was made from: another build of the library has another size or time.
struct ResourceKey {
  std::filesystem::path library;  ///< real path
  uint64_t bytes = 0;
  int64_t changed_ns = 0;  ///< since 1970
  CodeArch card;
};

/// What such a file says; kernel_resources.h has the format.
struct CardResources {
  CardKernels kernels;
  bool has_ptx = false;
};

/// Its path in the cache, or nothing when it is not there, is not whole or was made from something else. Beside each
/// file FILE.txt lies a FILE.key, which says what it was made from and how long it is.
std::optional<std::filesystem::path> find_resources(const std::filesystem::path& cache_folder, const ResourceKey& key);

/// Writes it beside and renames it into place. The reason is the system's.
FoundFile keep_resources(const std::filesystem::path& cache_folder, const ResourceKey& key,
                         const CardResources& resources);

}  // namespace attn
