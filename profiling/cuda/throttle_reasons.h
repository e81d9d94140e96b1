#pragma once

#include <cstdint>
#include <string>

namespace attn {

/// Whether NVML's bit mask of clock event ("throttle") reasons holds one of power or heat. An idle GPU, clocks set by a
/// person and a sync boost group are no throttling.
bool is_throttling(uint64_t reasons);

/// The reasons by NVML's names, "sw_power_cap hw_thermal_slowdown"; "none" for 0. A bit without a name is shown as
/// "0x…".
std::string throttle_reason_names(uint64_t reasons);

}  // namespace attn
