#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "profiling/resources/found_file.h"

namespace attn {

/// Registers and static shared memory of a library's kernels, as each card (an architecture, "sm_89") would run them: a
/// text file a card, or why there is none. Files are made by cuobjdump where `cache_folder` lacks them (some seconds
/// for LibTorch, for all cards at once) and found there afterwards; several processes may do so at the same time.
///
/// Line 1 of a file is `library=` and the library's real path; line 2 `code=` and the architectures of the code objects
/// that kernels are taken from, the best first, a ',' between (none: no code object runs on the card); line 3 `ptx=`
/// and 1 where there is PTX that the driver can compile for the card, else 0. Then a line a kernel, sorted: its mangled
/// name, a tab, registers a thread, a tab, bytes of static shared memory.
///
/// cuobjdump is looked for beside LibTorch, in `libtorch_folder` (nothing: the library is one of LibTorch's).
///
/// Throws std::invalid_argument for an architecture that is none.
std::vector<FoundFile> kernel_resources_of(const std::filesystem::path& library, const std::vector<std::string>& cards,
                                           const std::filesystem::path& cache_folder,
                                           const std::optional<std::filesystem::path>& libtorch_folder = {});

/// Whether the driver compiles what such a file does not list, out of PTX. Throws std::runtime_error for a file that
/// can't be read.
bool driver_compiles_the_rest(const std::filesystem::path& resources);

/// $XDG_CACHE_HOME/attn_bench, else .cache/attn_bench of the user's home; where the launchers keep LibTorch too.
std::filesystem::path user_cache_folder();

}  // namespace attn
