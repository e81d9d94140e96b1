#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "profiling/cuda/gpu_monitor.h"
#include "results/record.h"

namespace attn {

struct NvmlApi;

/// One GPU through NVIDIA's management library, opened at run time: it comes with the driver. What the GPU, its driver
/// or this user's rights don't give is nothing, never a zero.
class Nvml : public GpuMonitor {
 public:
  /// The GPU at this PCI address ("00000000:17:00.0"): NVML's own numbers take no account of CUDA_VISIBLE_DEVICES, and
  /// a MIG instance has its card's clocks. Throws GpuError, or std::runtime_error where the library can't be opened.
  static std::unique_ptr<Nvml> open(const std::string& pci_address, const std::string& library = "libnvidia-ml.so.1");
  ~Nvml() override;
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  std::optional<double> sm_clock_hz() const override;
  bool throttled() const override;

  std::optional<std::string> driver_release() const;  ///< "580.95.05"
  std::optional<uint64_t> throttle_reasons() const;   ///< NVML's bit mask, now
  std::optional<double> power_w() const;              ///< drawn now (averaged over a second on most cards)
  std::optional<double> energy_j() const;             ///< since the driver was loaded

  /// Rows for runs.csv: driver_version, clocks and their maxima, application clocks, throttle_reasons, power_w,
  /// power_limit_w, energy_j, persistence_mode, ecc_mode, mig_mode.
  Facts facts() const;

 private:
  Nvml(std::unique_ptr<NvmlApi> api, const std::string& pci_address);

  std::unique_ptr<NvmlApi> api_;
  void* device_ = nullptr;  ///< an nvmlDevice_t
};

}  // namespace attn
