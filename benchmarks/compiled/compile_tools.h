#pragma once

#include <filesystem>
#include <string>

namespace attn {

/// What compiling takes, or why it can't be done here.
struct CompileTools {
  std::string python;    ///< that has the LibTorch in use as its torch
  std::string compiler;  ///< "g++ (Debian 12.2.0-14) 12.2.0", or what it says of itself
  std::string missing;   ///< what is missing and what to install; empty: nothing
};

/// The Python in whose site-packages `libtorch_folder` (…/site-packages/torch/lib) lies, and $CXX or g++.
CompileTools find_compile_tools(const std::filesystem::path& libtorch_folder);

/// Inductor's and Triton's own settings in the environment, which change what they make: "TORCHINDUCTOR_…=…", sorted, a
/// space between.
std::string inductor_settings();

}  // namespace attn
