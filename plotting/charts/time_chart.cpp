#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "plotting/charts/length_chart.h"
#include "plotting/palette.h"
#include "results/readable_figures.h"

namespace attn {
namespace {

constexpr double kBelow = 0.6;  // a guide begins below the fastest case by this factor, off the lines

/// "Naive · p = 2.06 (2.00 – 2.15)".
std::string label_of(const SettingSummary& summary, const std::string& variant) {
  const auto found = std::ranges::find(summary.scaling, variant, &VariantScaling::variant);
  if (found == summary.scaling.end() || !found->scaling.fit) return variant;
  const Estimate& exponent = found->scaling.fit->exponent;
  return fmt::format("{} · p = {:.2f} ({:.2f} – {:.2f})", variant, exponent.value, exponent.interval.low,
                     exponent.interval.high);
}

/// Where the guides begin; nothing where there is one length.
std::optional<double> start_of_guides(const SettingSummary& summary) {
  const SummaryCase* first = nullptr;
  bool has_other_length = false;
  for (const SummaryCase& one : summary.cases) {  // by length
    if (!one.time_s) continue;
    if (first != nullptr && one.length != first->length) has_other_length = true;
    if (first == nullptr || (one.length == first->length && *one.time_s < *first->time_s)) first = &one;
  }
  return has_other_length ? std::optional(kBelow * *first->time_s) : std::nullopt;
}

void add_start_of_guides(const Panel& panel, Extent& extent) {
  extent.add(start_of_guides(panel.summary));
}

/// S¹ and S², from a little below the fastest case of the shortest length.
void add_guides(LengthChart& made, const Panel& panel) {
  const std::optional<double> start = start_of_guides(panel.summary);
  if (!start) return;
  const auto [first, last] = std::ranges::minmax(made.cases, {}, &SummaryCase::length);
  const double from = static_cast<double>(first->length);
  const double to = static_cast<double>(last->length);
  for (const auto& [power, words] : {std::pair(1, "S¹"), std::pair(2, "S²")}) {
    add_guide(made.layers, made.axes, {{from, *start}, {to, *start * std::pow(to / from, power)}}, words);
  }
}

std::string words_of(const Overtaking& overtaking) {
  const Crossing& at = overtaking.crossing;
  const auto text = [](const std::optional<double>& end, const char* without) {
    return end ? with_commas(std::llround(*end)) : std::string(without);
  };
  return fmt::format("{} is faster than {} from length {} on (95 %: {} to {})", overtaking.then, overtaking.before,
                     with_commas(std::llround(at.length)), text(at.low, "the shortest"), text(at.high, "the longest"));
}

/// Rings where one fitted curve passes another, and a note on each.
void add_crossings(LengthChart& made, const Panel& panel) {
  Json values = Json::array();
  for (const Overtaking& overtaking : panel.summary.overtakings) {
    const auto then = std::ranges::find(panel.summary.scaling, overtaking.then, &VariantScaling::variant);
    const double length = overtaking.crossing.length;
    made.chart.notes.push_back(words_of(overtaking));
    values.push_back({{"length", length},
                      {"time_s", fitted_time_s(*then->scaling.fit, length)},
                      {"crossing", made.chart.notes.back()}});
  }
  if (values.empty()) return;
  Json encoding = made.axes;
  encoding["tooltip"] = {{"field", "crossing"}, {"type", "nominal"}};
  made.layers.push_back({{"name", "crossings"},
                         {"data", {{"values", values}}},
                         {"mark", {{"type", "point"}, {"color", kInk}, {"size", 250}, {"strokeWidth", 1.5}}},
                         {"encoding", encoding}});
}

}  // namespace

ChartSet time_charts(const ChartKind& kind, const PlotData& data) {
  const LengthQuantity quantity{.field = "time_s",
                                .axis_title = "time of one forward",
                                .column = "time",
                                .text = AxisText::kSeconds,
                                .value = [](const SummaryCase& one) { return one.time_s; },
                                .cell = time_cell,
                                .widen = add_start_of_guides,
                                .interval = [](const SummaryCase& one) { return one.interval_s; },
                                .label = label_of};
  return {.charts = length_charts(kind, data, quantity, add_guides, add_crossings), .why_none = "no case has a time"};
}

}  // namespace attn
