#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "profiling/profile_summary.h"
#include "results/readable_figures.h"
#include "results/text_width.h"

namespace attn {
namespace {

constexpr size_t kLabelWidth = 13;
constexpr double kNoTime_s = 0.5e-9;  // CUPTI and the host count whole nanoseconds

std::string line(std::string_view label, const std::string& text) {
  return padded(label, kLabelWidth) + text + '\n';
}

std::string time_text(double seconds) {
  return readable_time(std::abs(seconds) < kNoTime_s ? 0 : seconds, "");
}

/// "6 a forward, the same in all 3"; "6, 5 in the forwards: forward 2 has 5 launches, forward 1 has 6".
std::string counts(const std::vector<int64_t>& of_forwards, const std::optional<IterationDifference>& difference) {
  if (difference) return fmt::format("{} in the forwards: {}", fmt::join(of_forwards, ", "), difference->how);
  const std::string count = fmt::format("{} a forward", of_forwards.front());
  return of_forwards.size() == 1 ? count : fmt::format("{}, the same in all {}", count, of_forwards.size());
}

/// "5 cudaLaunchKernel in 25.00 µs, 1 cudaMemcpyAsync in 5.000 µs a forward, by the host's clock".
std::string footprint(const std::vector<LaunchingCalls>& calls) {
  std::vector<std::string> parts;
  for (const LaunchingCalls& call : calls) {
    const std::string failed = call.failed > 0 ? fmt::format(" ({} failed)", call.failed) : "";
    parts.push_back(fmt::format("{:.4g} {}{} in {}", call.calls, call.name, failed, time_text(call.host_time_s)));
  }
  return fmt::format("{} a forward, by the host's clock", fmt::join(parts, ", "));
}

std::string host_text(const HostUse& host, bool on_stand_in) {
  return fmt::format("{} a forward by the host's clock{}, {} ({:.1f} %) of it outside any op", time_text(host.time_s),
                     on_stand_in ? " on a stand-in GPU, which computes nothing" : "", time_text(host.outside_ops_s),
                     100 * host.outside_ops_share);
}

/// "45 ops in 20.00 µs on thread 100, 2 ops in 5.000 µs on thread 101, a forward".
std::string threads_text(const std::vector<ThreadOps>& threads) {
  std::vector<std::string> parts;
  for (const ThreadOps& row : threads)
    parts.push_back(fmt::format("{:.4g} ops in {} on thread {}", row.ops, time_text(row.top_level_time_s), row.thread));
  return fmt::format("{}, a forward", fmt::join(parts, ", "));
}

std::string device_text(const DeviceUse& device) {
  return fmt::format(
      "{} a forward by CUPTI's clock, launches added up; busy {} of the {} from the first begin to the last end, {} "
      "gap{}, {:.1f} % idle{}",
      time_text(device.time_s), time_text(device.busy_s), time_text(device.span_s), device.gaps,
      device.gaps == 1 ? "" : "s", 100 * device.idle_share,
      is_launch_bound(device) ? ": launch-bound, the device mostly waits for the host" : "");
}

std::string device_text(const ProfileSummary& summary) {
  if (summary.device) return device_text(*summary.device);
  if (summary.device_times == DeviceTimes::kVirtual) return "no times: a plan has none";
  if (summary.launches_without_time > 0)
    return fmt::format("no times: those of {} launch{} are missing", summary.launches_without_time,
                       summary.launches_without_time == 1 ? "" : "es");
  return "nothing was launched";
}

/// What makes the difference, in words: ": 20.00 µs of gaps between them and 10.00 µs before the first and after the
/// last, less 5.000 µs in which they overlap".
std::string parts_of(const AgainstEvents& against) {
  std::vector<std::string> more, less;
  const auto add = [](std::vector<std::string>& parts, double seconds, std::string_view what) {
    if (seconds >= kNoTime_s) parts.push_back(fmt::format("{} {}", time_text(seconds), what));
  };
  add(more, against.gaps_s, "of gaps between them");
  add(more, against.outside_s, "before the first and after the last");
  add(less, against.overlap_s, "in which they overlap");
  add(less, -against.outside_s, "by which they follow each other faster without recording");
  std::string text = fmt::format("{}{}", more.empty() ? "" : ": ", fmt::join(more, " and "));
  if (!less.empty()) text += fmt::format("{}less {}", more.empty() ? ": " : ", ", fmt::join(less, " and "));
  return text;
}

std::string against_text(const AgainstEvents& against) {
  const std::string begin = time_text(against.event_time_s) + " a forward by CUDA events, without recording: ";
  if (std::abs(against.difference_s) < kNoTime_s) return begin + "as long as its launches by CUPTI";
  return fmt::format("{}{} {} than its launches by CUPTI{}", begin, time_text(std::abs(against.difference_s)),
                     against.difference_s > 0 ? "more" : "less", parts_of(against));
}

}  // namespace

std::string summary_text(const ProfileSummary& summary) {
  if (summary.launches.empty()) return "no forward was recorded\n";
  const bool has_device = summary.device_times != DeviceTimes::kNone;
  std::string text = "Recording slows the host: these figures explain a forward, they are not its benchmark time\n";
  text += line("ops", counts(summary.ops, summary.op_difference));
  if (summary.host) text += line("host", host_text(*summary.host, summary.device_times == DeviceTimes::kVirtual));
  if (summary.threads.size() > 1) text += line("threads", threads_text(summary.threads));
  if (has_device) text += line("launches", counts(summary.launches, summary.launch_difference));
  if (!summary.launching_calls.empty()) text += line("launched by", footprint(summary.launching_calls));
  if (has_device) text += line("device", device_text(summary));
  if (summary.against_events) text += line("event time", against_text(*summary.against_events));
  if (const std::optional<std::string> loss = describe_loss(summary.loss)) text += line("lost", *loss);
  return text;
}

}  // namespace attn
