#include "profiling/op_times.h"

#include "profiling/iteration_difference.h"

namespace attn {
namespace {

void add_launches(std::vector<OpTimes>& times, const Profile& profile) {
  for (OpTimes& op : times) op.self_device_ns = 0;
  for (const Launch& launch : profile.launches) {
    if (!launch.op) continue;
    const auto time_ns = launch.span ? std::optional(length_ns(*launch.span)) : std::nullopt;
    OpTimes& op = times.at(*launch.op);
    op.self_device_ns = sum_of(op.self_device_ns, time_ns);
  }
  for (OpTimes& op : times) op.total_device_ns = op.self_device_ns;
}

/// The mean over the ops; nothing when one has none.
template <typename Time>
std::optional<double> mean_s(const std::vector<OpTimes>& ops, Time OpTimes::*time) {
  int64_t sum_ns = 0;
  for (const OpTimes& op : ops) {
    const std::optional<int64_t> time_ns = op.*time;
    if (!time_ns) return std::nullopt;
    sum_ns += *time_ns;
  }
  return static_cast<double>(sum_ns) * kSecondsPerNs / static_cast<double>(ops.size());
}

}  // namespace

std::vector<OpTimes> op_times_of(const Profile& profile, DeviceTimes device_times) {
  std::vector<OpTimes> times(profile.ops.size());
  if (device_times == DeviceTimes::kReal) add_launches(times, profile);
  for (size_t op = times.size(); op-- > 0;) {  // the called stand behind their callers
    const int64_t length = length_ns(profile.ops[op].span);
    times[op].total_host_ns = length;
    times[op].self_host_ns += length;
    if (profile.ops[op].parent < 0) continue;
    OpTimes& caller = times.at(static_cast<size_t>(profile.ops[op].parent));
    caller.self_host_ns -= length;
    caller.total_device_ns = sum_of(caller.total_device_ns, times[op].total_device_ns);
  }
  return times;
}

std::vector<OpRow> op_rows_of(const Profile& profile, DeviceTimes device_times) {
  if (profile.iterations.empty()) return {};
  const std::vector<OpTimes> times = op_times_of(profile, device_times);
  std::vector<std::vector<size_t>> forwards = ops_of_iterations(profile);
  if (first_different_ops(profile)) forwards.resize(1);
  std::vector<OpRow> rows;
  rows.reserve(forwards[0].size());
  for (size_t at = 0; at < forwards[0].size(); ++at) {
    std::vector<OpTimes> here;  // in each forward
    for (const std::vector<size_t>& forward : forwards) here.push_back(times[forward[at]]);
    rows.push_back({.order = static_cast<int64_t>(at),
                    .op_path = op_path_of(profile.ops, forwards[0][at]),
                    .self_host_time_s = mean_s(here, &OpTimes::self_host_ns),
                    .total_host_time_s = mean_s(here, &OpTimes::total_host_ns),
                    .self_device_time_s = mean_s(here, &OpTimes::self_device_ns),
                    .total_device_time_s = mean_s(here, &OpTimes::total_device_ns)});
  }
  return rows;
}

}  // namespace attn
