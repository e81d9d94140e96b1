#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "results/record.h"

namespace attn {

/// A version as "2.11" or CUDA's "13.0".
struct MajorMinor {
  int major = 0;
  int minor = 0;
  friend auto operator<=>(const MajorMinor&, const MajorMinor&) = default;
};

/// What a build of a kernel has to fit.
struct KernelPlatform {
  MajorMinor torch;
  std::optional<MajorMinor> cuda;  ///< that LibTorch was built with
  bool on_cuda = false;            ///< whether the run is on a GPU or plans for one
};

/// A library, and what its folder says of it.
struct KernelFile {
  std::filesystem::path library;  ///< its real path
  Facts facts;                    ///< kernel_variant, kernel_id, kernel_version, where there are such
};

/// The library of a path: of a file itself, of a Hugging Face kernel's folder (one with build/<variant>, a <variant>,
/// or the folder of one in the hub's cache, of whose snapshots that of refs/main is taken, or the only one) that of the
/// variant that fits best: exactly this LibTorch before the stable ABI, the newest CUDA that is not newer than
/// LibTorch's and of the same major version. Where metadata.json has digests, the files are held against them. Throws
/// BadRequest for a path that is not there, a folder without a fitting variant (it lists those there are), and a file
/// that is not the one of its digest.
KernelFile find_kernel_file(const std::filesystem::path& path, const KernelPlatform& platform);

}  // namespace attn
