#pragma once

#include <filesystem>

namespace attn {

/// Throws BadRequest for a file that is missing, can't be read, is no ELF shared object, is one of another machine, or
/// is shorter than its header says: mapping such a file can kill the process, so this comes before load_library().
void check_shared_object(const std::filesystem::path& file);

/// Loads the library for good, its symbols for itself, all of them resolved now; its constructors run, which can do
/// anything. Throws BadRequest with the dynamic linker's reason in words: which symbol it lacks and what that means.
void load_library(const std::filesystem::path& file);

}  // namespace attn
