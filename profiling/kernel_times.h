#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profiling/device_times.h"
#include "profiling/profile.h"

namespace attn {

/// How long launches of one name took on the device.
struct LaunchTimes {
  double total_s = 0;
  double mean_s = 0;
  double min_s = 0;
  double max_s = 0;
};

/// The launches of one kind and name of all forwards of a profile.
struct KernelTimes {
  LaunchKind kind = LaunchKind::kKernel;
  std::string name;
  int64_t calls = 0;                      ///< over all forwards
  std::optional<LaunchTimes> times = {};  ///< nothing when times aren't real or a launch of the name has none
};

/// By name, those with the most time first; those without times at the end; else in the order of their first launch.
std::vector<KernelTimes> kernel_times_of(const Profile& profile, DeviceTimes device_times);

}  // namespace attn
