#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "profiling/resources/code_arch.h"

namespace attn {

/// What a library holds for GPUs. It has a fatbin, roughly, for each source file that it was compiled from; the driver
/// takes one code object out of each.
struct DeviceCode {
  /// The architectures of a fatbin's code objects, sorted; fatbins of the same once.
  std::vector<std::vector<CodeArch>> fatbins;
  std::vector<CodeArch> ptx;  ///< of any PTX, each once, sorted
};

/// Reads the headers of the library's code objects and PTX, which takes milliseconds where cuobjdump's lists take ten
/// seconds. Nothing where there is no device code (ELF section .nv_fatbin) or the file can't be read. Throws
/// std::runtime_error where that section is not laid out as every CUDA from 9 to 13 does.
std::optional<DeviceCode> device_code_of(const std::filesystem::path& library);

/// The shared libraries in the folder that have device code, sorted; one that several names lead to once.
std::vector<std::filesystem::path> libraries_with_device_code(const std::filesystem::path& folder);

}  // namespace attn
