#pragma once

#include <memory>
#include <optional>
#include <string>

#include "profiling/device.h"

namespace attn {

/// Why this program was built without its CUDA half, for a person; nothing where it has one.
std::optional<std::string> cuda_absent_reason();

/// Whether this machine has an NVIDIA device and this program can use it.
struct CudaAvailability {
  bool has_device = false;  ///< the kernel driver or /dev shows an NVIDIA GPU (seen without CUDA)
  bool usable = false;      ///< this LibTorch can run on it
  std::string reason;  ///< why not, for a person: both versions and the wheel that fits where the driver is too old
  int64_t device_count = 0;
};
CudaAvailability cuda_availability();

enum class KernelCheck {
  kFirst,  ///< a first kernel must run
  kNone,   ///< whether any runs is seen later, case by case
};

/// The GPU with this index. Throws BadRequest when it is not usable or the index is out of range, with what there is.
std::unique_ptr<Device> make_cuda_device(int64_t index, KernelCheck check = KernelCheck::kFirst);

}  // namespace attn
