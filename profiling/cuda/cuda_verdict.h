#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "profiling/cuda/cuda_device.h"

namespace attn {

/// What was found out about CUDA on this machine; CUDA versions as the CUDA API writes them (13.0 is 13000).
struct CudaProbe {
  bool device_present = false;                ///< seen without CUDA
  bool device_handed_over = true;             ///< false: listed by the kernel, but without its node in /dev
  std::optional<std::string> driver_release;  ///< "580.95.05"
  int64_t driver_cuda_version = 0;            ///< the newest CUDA that the driver supports; 0 without a driver
  int64_t libtorch_cuda_version = 0;          ///< that LibTorch was built with
  std::string libtorch_version;               ///< "2.11.0"
  std::string error_name;                     ///< of cudaGetDeviceCount, empty when it succeeded
  std::string error_text;
  int64_t device_count = 0;
  std::optional<std::string> visible_devices;  ///< the environment's CUDA_VISIBLE_DEVICES
};

/// Whether the GPU can be used, and if not why: the driver is missing or too old (with both versions and the LibTorch
/// that fits), the devices are hidden, or CUDA's own reason.
CudaAvailability judge(const CudaProbe& probe);

/// "13.0" of 13000.
std::string cuda_version_name(int64_t version);

}  // namespace attn
