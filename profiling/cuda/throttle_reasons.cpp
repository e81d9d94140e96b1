#include "profiling/cuda/throttle_reasons.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace attn {

namespace {

struct Reason {
  uint64_t bit;
  std::string_view name;
  bool throttling;
};

// nvml.h, nvmlClocksEventReasons and nvmlClocksThrottleReasons. Spelled out so that this builds without CUDA too.
constexpr std::array kReasons{
    Reason{0x1, "gpu_idle", false},
    Reason{0x2, "applications_clocks_setting", false},
    Reason{0x4, "sw_power_cap", true},
    Reason{0x8, "hw_slowdown", true},
    Reason{0x10, "sync_boost", false},
    Reason{0x20, "sw_thermal_slowdown", true},
    Reason{0x40, "hw_thermal_slowdown", true},
    Reason{0x80, "hw_power_brake_slowdown", true},
    Reason{0x100, "display_clock_setting", false},
};

}  // namespace

bool is_throttling(uint64_t reasons) {
  for (const Reason& reason : kReasons) {
    if (reason.throttling && (reasons & reason.bit) != 0) return true;
  }
  return false;
}

std::string throttle_reason_names(uint64_t reasons) {
  if (reasons == 0) return "none";
  std::string names;
  const auto add = [&names](std::string_view name) {
    if (!names.empty()) names += ' ';
    names += name;
  };
  for (const Reason& reason : kReasons) {
    if ((reasons & reason.bit) != 0) add(reason.name);
    reasons &= ~reason.bit;
  }
  if (reasons != 0) add(fmt::format("{:#x}", reasons));
  return names;
}

}  // namespace attn
