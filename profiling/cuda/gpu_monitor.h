#pragma once

#include <optional>

namespace attn {

/// What the GPU's management tells about it while it works.
class GpuMonitor {
 public:
  virtual ~GpuMonitor() = default;
  virtual std::optional<double> sm_clock_hz() const = 0;  ///< now
  virtual bool throttled() const = 0;                     ///< slows its clocks now, for power or heat
};

}  // namespace attn
