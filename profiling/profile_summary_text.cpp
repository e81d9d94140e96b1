#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "profiling/profile_summary.h"
#include "results/clean_text.h"
#include "results/readable_figures.h"
#include "results/short_kernel_name.h"
#include "results/text_width.h"

namespace attn {
namespace {

constexpr size_t kLabelWidth = 13;
constexpr size_t kNamedKernels = 5;
constexpr size_t kNameWidth = 60;
constexpr double kNoTime_s = 0.5e-9;  // CUPTI and the host count whole nanoseconds

constexpr const char* kNotKnown = "not known: records were lost";

std::string line(std::string_view label, const std::string& text) {
  return padded(label, kLabelWidth) + text + '\n';
}

std::string time_text(double seconds) {
  return readable_time(std::abs(seconds) < kNoTime_s ? 0 : seconds, "");
}

/// A mean: "12345", "2.5".
std::string mean_text(double count) {
  const double whole = std::round(count);  // a mean is a sum of fractions
  return std::abs(count - whole) < 1e-6 ? fmt::format("{:.0f}", whole) : fmt::format("{:.1f}", count);
}

/// "6 a forward, the same in all 3"; "6, 5 in the forwards: forward 2 has 5 launches, forward 1 has 6".
std::string counts(const std::vector<int64_t>& of_forwards, const std::optional<IterationDifference>& difference) {
  if (difference) return fmt::format("{} in the forwards: {}", fmt::join(of_forwards, ", "), difference->how);
  const std::string count = fmt::format("{} a forward", of_forwards.front());
  return of_forwards.size() == 1 ? count : fmt::format("{}, the same in all {}", count, of_forwards.size());
}

bool has_any(const std::vector<int64_t>& of_forwards) {
  return std::ranges::any_of(of_forwards, [](int64_t count) { return count > 0; });
}

/// Launches without an op are of a CUDA graph, where only such were launched; else it is not known of what.
std::string ops_line(const ProfileSummary& summary) {
  if (has_any(summary.ops) || !has_any(summary.launches))
    return line("ops", counts(summary.ops, summary.op_difference));
  const bool only_graphs =
      !summary.launching_calls.empty() && std::ranges::all_of(summary.launching_calls, [](const LaunchingCalls& calls) {
        return calls.name.find("GraphLaunch") != std::string::npos;
      });
  return only_graphs ? line("ops", "none: a CUDA graph's replay dispatches none") : "";
}

/// "5 cudaLaunchKernel in 25.00 µs, 1 cudaMemcpyAsync in 5.000 µs a forward, by the host's clock".
std::string footprint(const std::vector<LaunchingCalls>& calls) {
  std::vector<std::string> parts;
  for (const LaunchingCalls& call : calls) {
    const std::string failed = call.failed > 0 ? fmt::format(" ({} failed)", call.failed) : "";
    parts.push_back(
        fmt::format("{} {}{} in {}", mean_text(call.calls), call.name, failed, time_text(call.host_time_s)));
  }
  return fmt::format("{} a forward, by the host's clock", fmt::join(parts, ", "));
}

std::string host_text(const HostUse& host, bool on_stand_in) {
  std::string text = fmt::format("{} a forward by the host's clock{}", time_text(host.time_s),
                                 on_stand_in ? " on a stand-in GPU, which computes nothing" : "");
  if (host.outside_ops_s && host.outside_ops_share)
    text += fmt::format(", {} ({:.1f} %) of it outside any op", time_text(*host.outside_ops_s),
                        100 * *host.outside_ops_share);
  return text;
}

/// "45 ops in 20.00 µs on thread 100, 2 ops in 5.000 µs on thread 101, a forward".
std::string threads_text(const std::vector<ThreadOps>& threads) {
  std::vector<std::string> parts;
  for (const ThreadOps& row : threads)
    parts.push_back(
        fmt::format("{} ops in {} on thread {}", mean_text(row.ops), time_text(row.top_level_time_s), row.thread));
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
  return summary.loss.total() > 0 ? kNotKnown : "nothing was launched";
}

/// The kernels, copies and sets with the most time, one a line: "gemm: 1 in 300.0 ns a forward (68.2 %)".
std::string kernel_lines(const ProfileSummary& summary) {
  const auto forwards = static_cast<double>(summary.launches.size());
  const auto figures = [&](double calls, double total_s) {
    return fmt::format("{} in {} a forward ({:.1f} %)", mean_text(calls / forwards), time_text(total_s / forwards),
                       100 * total_s / (summary.device->time_s * forwards));
  };
  std::string text;
  double other_calls = 0, other_s = 0;
  for (size_t i = 0; i < summary.kernels.size(); ++i) {
    const KernelTimes& kernel = summary.kernels[i];
    const auto calls = static_cast<double>(kernel.calls);
    if (i >= kNamedKernels) {
      other_calls += calls;
      other_s += kernel.times->total_s;
      continue;
    }
    const std::string name = cut_to_width(short_kernel_name(clean_text(kernel.name)), kNameWidth);
    text += line(i == 0 ? "most time" : "", fmt::format("{}: {}", name, figures(calls, kernel.times->total_s)));
  }
  if (summary.kernels.size() > kNamedKernels)
    text +=
        line("", fmt::format("{} others: {}", summary.kernels.size() - kNamedKernels, figures(other_calls, other_s)));
  return text;
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
  text += ops_line(summary);
  if (summary.host) text += line("host", host_text(*summary.host, summary.device_times == DeviceTimes::kVirtual));
  if (summary.threads.size() > 1) text += line("threads", threads_text(summary.threads));
  if (has_device) text += line("launches", counts(summary.launches, summary.launch_difference));
  if (!summary.launching_calls.empty()) text += line("launched by", footprint(summary.launching_calls));
  if (has_device && summary.loss.total() > 0) text += line("launched by", kNotKnown);
  if (has_device) text += line("device", device_text(summary));
  if (summary.device) text += kernel_lines(summary);
  if (summary.against_events) text += line("event time", against_text(*summary.against_events));
  if (const std::optional<std::string> loss = describe_loss(summary.loss)) text += line("lost", *loss);
  return text;
}

}  // namespace attn
