#include <fmt/format.h>

#include <algorithm>

#include "plotting/charts/length_chart.h"
#include "plotting/peaks.h"
#include "results/readable_figures.h"

namespace attn {
namespace {

std::string rate_text(double value, double unit, std::string_view name) {
  return fmt::format("{} {}", significant(value / unit, 4), name);
}

ChartSet rate_charts(const ChartKind& kind, const PlotData& data, LengthQuantity quantity,
                     const std::function<std::optional<Peak>(const Panel&)>& peak_of) {
  // From 0, but where a peak far above would press the lines together.
  quantity.is_logarithmic =
      std::ranges::any_of(data.panels, [&](const Panel& panel) { return peak_of(panel).has_value(); });
  quantity.widen = [&](const Panel& panel, Extent& extent) {
    if (const auto peak = peak_of(panel)) extent.add(1.5 * peak->value);
  };
  const AddLayers add_peak = [&](LengthChart& made, const Panel& panel) {
    if (const auto peak = peak_of(panel)) add_limit(made.layers, made.axes, peak->value, peak->words);
  };
  return {.charts = length_charts(kind, data, quantity, add_peak, nullptr), .why_none = "no case has a time"};
}

}  // namespace

ChartSet flops_charts(const ChartKind& kind, const PlotData& data) {
  return rate_charts(
      kind, data,
      {.field = "flops_per_s",
       .axis_title = "floating-point operations a second",
       .column = "FLOP/s",
       .text = AxisText::kFlopsPerSecond,
       .value = [](const SummaryCase& one) { return one.time_s ? metric_of(one, "flops_per_s") : std::nullopt; },
       .cell =
           [](std::optional<double> value) {
             return number_cell(value, rate_text(value.value_or(0), 1e12, "TFLOP/s"));
           }},
      peak_flops);
}

ChartSet bandwidth_charts(const ChartKind& kind, const PlotData& data) {
  return rate_charts(
      kind, data,
      {.field = "bytes_per_s",
       .axis_title = "bytes a second",
       .column = "B/s",
       .text = AxisText::kBytesPerSecond,
       .value = [](const SummaryCase& one) { return one.time_s ? metric_of(one, "bytes_per_s") : std::nullopt; },
       .cell =
           [](std::optional<double> value) { return number_cell(value, rate_text(value.value_or(0), 1e9, "GB/s")); }},
      peak_bandwidth);
}

}  // namespace attn
