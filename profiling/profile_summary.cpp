#include "profiling/profile_summary.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "profiling/span_cover.h"

namespace attn {
namespace {

std::vector<int64_t> sizes_of(const std::vector<std::vector<size_t>>& lists) {
  std::vector<int64_t> sizes;
  for (const std::vector<size_t>& list : lists) sizes.push_back(static_cast<int64_t>(list.size()));
  return sizes;
}

bool is_named_as_launching(std::string_view call) {
  const auto has = [&](std::string_view part) { return call.find(part) != std::string_view::npos; };
  return has("Launch") || has("Memcpy") || has("Memset");
}

std::vector<LaunchingCalls> launching_calls_of(const Profile& profile) {
  std::vector<bool> launched(profile.calls.size());
  for (const Launch& launch : profile.launches)
    if (launch.call) launched.at(*launch.call) = true;
  std::vector<LaunchingCalls> rows;
  std::unordered_map<std::string_view, size_t> index_of;
  const auto forwards = static_cast<double>(profile.iterations.size());
  for (size_t i = 0; i < profile.calls.size(); ++i) {
    const CudaCall& call = profile.calls[i];
    if (!launched[i] && !(call.failed && is_named_as_launching(call.name))) continue;
    const auto [found, is_new] = index_of.try_emplace(call.name, rows.size());
    if (is_new) rows.push_back({.name = std::string(call.name)});
    LaunchingCalls& row = rows[found->second];
    row.calls += 1;
    row.host_time_s += length_s(call.span);
    row.failed += call.failed ? 1 : 0;
  }
  for (LaunchingCalls& row : rows) {
    row.calls /= forwards;
    row.host_time_s /= forwards;
  }
  return rows;
}

/// What top-level ops of the calling thread, which follow each other, cover of each forward, in seconds.
std::vector<double> covered_by_ops_s(const Profile& profile) {
  std::vector<double> covered_s(profile.iterations.size());
  for (const RecordedOp& op : profile.ops) {
    if (op.parent >= 0 || op.thread != profile.thread) continue;
    const TimeSpan& forward = profile.iterations.at(static_cast<size_t>(op.iteration));
    covered_s[static_cast<size_t>(op.iteration)] += static_cast<double>(overlap_ns(op.span, forward)) * kSecondsPerNs;
  }
  return covered_s;
}

/// The lower of two in the middle.
double middle_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

// Medians: a forward that another program interrupted takes milliseconds more.
std::optional<HostUse> host_use_of(const Profile& profile) {
  std::vector<double> times_s, outside_s, shares;
  const std::vector<double> covered_s = covered_by_ops_s(profile);
  for (size_t i = 0; i < profile.iterations.size(); ++i) {
    const double time_s = length_s(profile.iterations[i]);
    if (time_s <= 0) continue;
    times_s.push_back(time_s);
    outside_s.push_back(time_s - covered_s[i]);
    shares.push_back(outside_s.back() / time_s);
  }
  if (times_s.empty()) return std::nullopt;
  HostUse use{.time_s = middle_of(times_s)};
  if (profile.ops.empty()) return use;
  use.outside_ops_s = middle_of(outside_s);
  use.outside_ops_share = middle_of(shares);
  return use;
}

std::vector<ThreadOps> threads_of(const Profile& profile) {
  std::vector<ThreadOps> rows;
  std::unordered_map<int64_t, size_t> index_of;
  const auto forwards = static_cast<double>(profile.iterations.size());
  for (const RecordedOp& op : profile.ops) {
    const auto [found, is_new] = index_of.try_emplace(op.thread, rows.size());
    if (is_new) rows.push_back({.thread = op.thread});
    rows[found->second].ops += 1 / forwards;
    if (op.parent < 0) rows[found->second].top_level_time_s += length_s(op.span) / forwards;
  }
  std::stable_partition(rows.begin(), rows.end(), [&](const ThreadOps& row) { return row.thread == profile.thread; });
  return rows;
}

/// Launches that all have times.
std::vector<TimeSpan> spans_of(const std::vector<Launch>& launches, const std::vector<size_t>& which) {
  std::vector<TimeSpan> spans;
  spans.reserve(which.size());
  for (const size_t launch : which) spans.push_back(*launches[launch].span);
  return spans;
}

std::optional<DeviceUse> device_use_of(const Profile& profile, const std::vector<std::vector<size_t>>& forwards) {
  DeviceUse use;
  std::vector<TimeSpan> all;
  const double seconds = kSecondsPerNs / static_cast<double>(forwards.size());
  for (const std::vector<size_t>& forward : forwards) {
    std::vector<TimeSpan> spans = spans_of(profile.launches, forward);
    for (const TimeSpan& span : spans) use.time_s += static_cast<double>(length_ns(span)) * seconds;
    all.insert(all.end(), spans.begin(), spans.end());
    const std::optional<SpanCover> cover = cover_of(std::move(spans));
    if (!cover) continue;
    use.forward_busy_s += static_cast<double>(cover->busy_ns) * seconds;
    use.forward_span_s += static_cast<double>(cover->end_ns - cover->begin_ns) * seconds;
  }
  const std::optional<SpanCover> cover = cover_of(std::move(all));
  if (!cover || cover->end_ns <= cover->begin_ns) return std::nullopt;
  use.busy_s = static_cast<double>(cover->busy_ns) * kSecondsPerNs;
  use.span_s = static_cast<double>(cover->end_ns - cover->begin_ns) * kSecondsPerNs;
  use.gaps = cover->gaps;
  use.idle_share = 1 - use.busy_s / use.span_s;
  return use;
}

AgainstEvents held_against(double event_time_s, const DeviceUse& device) {
  return {.event_time_s = event_time_s,
          .difference_s = event_time_s - device.time_s,
          .gaps_s = device.forward_span_s - device.forward_busy_s,
          .overlap_s = device.time_s - device.forward_busy_s,
          .outside_s = event_time_s - device.forward_span_s};
}

}  // namespace

bool is_launch_bound(const DeviceUse& device) {
  return device.idle_share > 0.5;
}

ProfileSummary summary_of(const Profile& profile, DeviceTimes device_times, std::optional<double> event_time_s) {
  const std::vector<std::vector<size_t>> launches = launches_of_iterations(profile);
  ProfileSummary summary{.device_times = device_times,
                         .ops = sizes_of(ops_of_iterations(profile)),
                         .launches = sizes_of(launches),
                         .op_difference = first_different_ops(profile),
                         .launch_difference = first_different_launches(profile),
                         .host = host_use_of(profile),
                         .threads = threads_of(profile),
                         .loss = profile.loss};
  if (device_times == DeviceTimes::kReal) summary.launches_without_time = launches_without_time(profile);
  if (profile.loss.total() > 0) return summary;
  summary.launching_calls = launching_calls_of(profile);
  if (device_times != DeviceTimes::kReal || summary.launches_without_time > 0) return summary;
  summary.device = device_use_of(profile, launches);
  if (!summary.device) return summary;
  summary.kernels = kernel_times_of(profile, device_times);
  if (event_time_s) summary.against_events = held_against(*event_time_s, *summary.device);
  return summary;
}

}  // namespace attn
