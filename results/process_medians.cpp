#include "results/process_medians.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace attn {
namespace {

bool is_time(double time_s) {
  return time_s > 0 && std::isfinite(time_s);
}

/// Empty where the process can be used.
std::string refusal_of(const ProcessTimes& process, std::string_view side) {
  const auto bad = std::ranges::find_if_not(process.samples_s, is_time);
  if (bad != process.samples_s.end()) {
    return fmt::format("{}: process '{}' has a time of {} s; a time is positive", side, process.run_id, *bad);
  }
  if (!process.samples_s.empty()) return "";
  if (!process.median_s) return fmt::format("{}: process '{}' has no samples", side, process.run_id);
  if (is_time(*process.median_s)) return "";
  return fmt::format("{}: process '{}' has a median of {} s; a time is positive", side, process.run_id,
                     *process.median_s);
}

/// What makes two processes the same.
std::map<std::string_view, std::tuple<std::vector<double>, std::optional<double>>> times_by_run(
    std::span<const ProcessTimes> processes) {
  std::map<std::string_view, std::tuple<std::vector<double>, std::optional<double>>> times;
  for (const ProcessTimes& process : processes) {
    std::vector<double> samples_s = process.samples_s;
    std::ranges::sort(samples_s);
    times.emplace(process.run_id, std::tuple(std::move(samples_s), process.median_s));
  }
  return times;
}

}  // namespace

ProcessMedians process_medians(std::span<const ProcessTimes> processes, std::string_view side) {
  if (processes.empty()) return {.refusal = fmt::format("{}: no process measured this case", side)};
  ProcessMedians result;
  std::set<std::string_view> seen;
  for (const ProcessTimes& process : processes) {
    if (process.run_id.empty()) return {.refusal = fmt::format("{}: a process has no run_id", side)};
    if (!seen.insert(process.run_id).second) {
      return {.refusal = fmt::format("{}: process '{}' is there twice", side, process.run_id)};
    }
    std::string refusal = refusal_of(process, side);
    if (!refusal.empty()) return {.refusal = std::move(refusal)};
    result.medians_s.push_back(process.samples_s.empty() ? *process.median_s : median(process.samples_s));
  }
  return result;
}

SharedProcesses shared_processes(std::span<const ProcessTimes> base, std::span<const ProcessTimes> now) {
  std::set<std::string_view> of_base;
  for (const ProcessTimes& process : base) of_base.insert(process.run_id);
  // Sorting all samples is left for the few comparisons that need it.
  const auto on_both = [&](const ProcessTimes& process) { return of_base.contains(process.run_id); };
  if (std::ranges::none_of(now, on_both)) return SharedProcesses::kNone;
  return times_by_run(base) == times_by_run(now) ? SharedProcesses::kAll : SharedProcesses::kSome;
}

}  // namespace attn
