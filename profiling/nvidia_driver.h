#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace attn {

/// What the kernel shows of NVIDIA's driver and devices, without CUDA and NVML: a program built without CUDA can say
/// that there is a GPU which it does not use.
struct NvidiaDriver {
  std::optional<std::string> release;  ///< "580.95.05", from /proc/driver/nvidia/version; nothing without the driver
  bool lists_device = false;           ///< /proc/driver/nvidia/gpus names a GPU; a container sees its host's here
  bool has_device_node = false;        ///< /dev/nvidia0, /dev/nvidia1, …, or WSL's /dev/dxg with NVIDIA's library

  /// An NVIDIA GPU is there. Listed but without a node: this container was not given it (docker's --gpus).
  bool has_device() const { return lists_device || has_device_node; }
};

/// `root` stands for / in tests.
NvidiaDriver nvidia_driver(const std::filesystem::path& root = "/");

}  // namespace attn
