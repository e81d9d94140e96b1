#include "results/comparing/exact_changes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "results/launch_diff.h"
#include "results/metric_catalogue.h"
#include "results/readable_figures.h"

namespace attn {
namespace {

/// A measurement to the catalogue, but the allocator asks for the same every time.
constexpr std::string_view kPeakMemory = "peak_memory_bytes";

bool is_compared(const MetricInfo& metric) {
  return (metric.exact && metric.name != "launches_guessed") || metric.name == kPeakMemory;
}

std::string shown(const MetricInfo& metric, double value) {
  if (metric.unit == "B") return with_commas(static_cast<int64_t>(value)) + " B";
  return fmt::format("{}", value);
}

/// Puts each value once, in order.
template <typename Value>
void add_value(std::vector<Value>& values, const Value& value) {
  if (std::ranges::find(values, value) == values.end()) values.push_back(value);
}

/// The values among the processes that have one, each once, in order.
std::vector<double> values_of(const SideCase& side_case, std::string_view metric) {
  std::vector<double> values;
  for (const ProcessCase& process : side_case.processes) {
    if (const auto value = metric_of(*process.kept, metric)) add_value(values, *value);
  }
  std::ranges::sort(values);
  return values;
}

/// Whether all processes of both sides have the one value, as most often.
bool is_the_same(const SideCase& base, const SideCase& now, std::string_view metric) {
  const std::optional<double> first = metric_of(*base.processes.front().kept, metric);
  const auto has_it = [&](const ProcessCase& process) { return metric_of(*process.kept, metric) == first; };
  return std::ranges::all_of(base.processes, has_it) && std::ranges::all_of(now.processes, has_it);
}

std::vector<std::string> backends_of(const SideCase& side_case) {
  std::vector<std::string> backends;
  for (const ProcessCase& process : side_case.processes) {
    if (!process.kept->row.backend_ran.empty()) add_value(backends, process.kept->row.backend_ran);
  }
  std::ranges::sort(backends);
  return backends;
}

std::string joined(const MetricInfo& metric, const std::vector<double>& values) {
  std::vector<std::string> texts;
  for (const double value : values) texts.push_back(shown(metric, value));
  return fmt::format("{}", fmt::join(texts, " or "));
}

/// Whether both sides have it, and not the same.
template <typename Value>
bool differ(const std::vector<Value>& before, const std::vector<Value>& after) {
  return !before.empty() && !after.empty() && before != after;
}

const std::vector<LaunchRow>* launches_of(const SideCase& side_case) {
  const auto found = std::ranges::find_if(side_case.processes,
                                          [](const ProcessCase& process) { return !process.kept->launches.empty(); });
  return found == side_case.processes.end() ? nullptr : &found->kept->launches;
}

}  // namespace

std::vector<ExactChange> exact_changes(const SideCase& base, const SideCase& now) {
  std::vector<ExactChange> changes;
  const std::vector<std::string> backends_before = backends_of(base);
  const std::vector<std::string> backends_after = backends_of(now);
  if (differ(backends_before, backends_after)) {
    changes.push_back({"backend_ran", fmt::format("{}", fmt::join(backends_before, " or ")),
                       fmt::format("{}", fmt::join(backends_after, " or "))});
  }
  for (const MetricInfo& metric : metric_catalogue()) {
    if (!is_compared(metric) || is_the_same(base, now, metric.name)) continue;
    const std::vector<double> before = values_of(base, metric.name);
    const std::vector<double> after = values_of(now, metric.name);
    if (differ(before, after)) {
      changes.push_back({std::string(metric.name), joined(metric, before), joined(metric, after)});
    }
  }
  return changes;
}

std::string launch_changes(const SideCase& base, const SideCase& now) {
  const std::vector<LaunchRow>* const before = launches_of(base);
  const std::vector<LaunchRow>* const after = launches_of(now);
  if (before == nullptr || after == nullptr) return "";
  const LaunchDiff diff = diff_launches(*before, *after);
  return diff.differences.empty() ? "" : describe_launch_diff(diff);
}

}  // namespace attn
