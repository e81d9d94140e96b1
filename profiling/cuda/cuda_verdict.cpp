#include "profiling/cuda/cuda_verdict.h"

#include <fmt/format.h>

namespace attn {

namespace {

int64_t major_of(int64_t version) {
  return version / 1000;
}

// The oldest driver branch that runs a program built with this major version of CUDA, from NVIDIA's "CUDA
// Compatibility", table of minimum driver versions for minor version compatibility. Nothing for a later major.
std::optional<int64_t> oldest_driver_branch(int64_t cuda_major) {
  switch (cuda_major) {
    case 11:
      return 450;
    case 12:
      return 525;
    case 13:
      return 580;
    default:
      return std::nullopt;
  }
}

std::string needed_driver(int64_t cuda_version) {
  const auto branch = oldest_driver_branch(major_of(cuda_version));
  return branch ? fmt::format("driver {} or newer", *branch)
                : fmt::format("a driver that supports CUDA {}", major_of(cuda_version));
}

// PyTorch builds its releases from 2.6 on for CUDA 12.6 too (RELEASE.md, release compatibility matrix); that one runs
// on every driver that supports CUDA 12.
std::string fitting_wheel(const CudaProbe& probe) {
  if (major_of(probe.driver_cuda_version) != 12) return "";
  return fmt::format(", or use the LibTorch {0}+cu126 wheel (pip install torch=={0}+cu126, from PyTorch's own index)",
                     probe.libtorch_version);
}

std::string named_driver(const CudaProbe& probe) {
  return probe.driver_release ? "driver " + *probe.driver_release : std::string("the NVIDIA driver");
}

std::string why_unusable(const CudaProbe& probe) {
  const std::string built_with = cuda_version_name(probe.libtorch_cuda_version);
  const std::string needed = needed_driver(probe.libtorch_cuda_version);
  if (!probe.device_handed_over) {
    return fmt::format(
        "this machine has an NVIDIA GPU, but no /dev/nvidia0: a container must be started with the GPU handed over, as "
        "docker run --gpus all ({}; LibTorch {} is built with CUDA {} and needs {})",
        named_driver(probe), probe.libtorch_version, built_with, needed);
  }
  if (probe.driver_cuda_version == 0) {
    // libcuda.so.1 is the part of the driver that programs load: a container may have the kernel's part alone.
    return fmt::format(
        "{} does not answer: libcuda.so.1 can't be loaded (LibTorch {} is built with CUDA {} and needs {})",
        named_driver(probe), probe.libtorch_version, built_with, needed);
  }
  if (major_of(probe.driver_cuda_version) < major_of(probe.libtorch_cuda_version)) {
    return fmt::format("{} supports CUDA {}; LibTorch {} is built with CUDA {} ({}): update the driver{}",
                       named_driver(probe), cuda_version_name(probe.driver_cuda_version), probe.libtorch_version,
                       built_with, needed, fitting_wheel(probe));
  }
  if (probe.visible_devices && (probe.error_name.empty() || probe.error_name == "cudaErrorNoDevice")) {
    return fmt::format("CUDA_VISIBLE_DEVICES=\"{}\" hides every GPU; unset it or name one", *probe.visible_devices);
  }
  if (probe.error_name.empty()) return "CUDA counts no device";
  return fmt::format("CUDA refuses: {} ({}), with {} (CUDA {}) and LibTorch {} built with CUDA {}", probe.error_text,
                     probe.error_name, named_driver(probe), cuda_version_name(probe.driver_cuda_version),
                     probe.libtorch_version, built_with);
}

}  // namespace

std::string cuda_version_name(int64_t version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

CudaAvailability judge(const CudaProbe& probe) {
  CudaAvailability verdict;
  verdict.usable = probe.error_name.empty() && probe.device_count > 0;
  verdict.has_device = probe.device_present || verdict.usable;
  verdict.device_count = verdict.usable ? probe.device_count : 0;
  if (!verdict.has_device) {
    verdict.reason = "this machine has no NVIDIA device";
  } else if (!verdict.usable) {
    verdict.reason = why_unusable(probe);
  }
  return verdict;
}

}  // namespace attn
