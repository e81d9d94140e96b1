#include "profiling/kernel_times.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace attn {
namespace {

void add(KernelTimes& kernel, const Launch& launch, bool times_are_real) {
  const bool first = kernel.calls++ == 0;
  const bool complete = first || kernel.times.has_value();
  if (!times_are_real || !launch.span || !complete) {
    kernel.times.reset();
    return;
  }
  const double time_s = length_s(*launch.span);
  if (first) kernel.times = LaunchTimes{.min_s = time_s, .max_s = time_s};
  LaunchTimes& times = *kernel.times;
  times.total_s += time_s;
  times.mean_s = times.total_s / static_cast<double>(kernel.calls);
  times.min_s = std::min(times.min_s, time_s);
  times.max_s = std::max(times.max_s, time_s);
}

double total_s(const KernelTimes& kernel) {
  return kernel.times ? kernel.times->total_s : -1;
}

}  // namespace

std::vector<KernelTimes> kernel_times_of(const Profile& profile, DeviceTimes device_times) {
  std::vector<KernelTimes> kernels;
  std::map<std::pair<LaunchKind, std::string_view>, size_t> index_of;
  for (const Launch& launch : profile.launches) {
    if (!launch.iteration) continue;
    const auto [found, is_new] = index_of.try_emplace({launch.kind, launch.name}, kernels.size());
    if (is_new) kernels.push_back({.kind = launch.kind, .name = std::string(launch.name)});
    add(kernels[found->second], launch, device_times == DeviceTimes::kReal);
  }
  std::ranges::stable_sort(kernels, std::ranges::greater(), total_s);
  return kernels;
}

}  // namespace attn
