#include <algorithm>

#include "plotting/charts/length_chart.h"
#include "plotting/peaks.h"
#include "results/readable_figures.h"

namespace attn {
namespace {

Cell bytes_cell(std::optional<double> value) {
  return number_cell(value, value ? readable_bytes(*value) : "");
}

}  // namespace

ChartSet memory_charts(const ChartKind& kind, const PlotData& data) {
  const LengthQuantity quantity{.field = "peak_memory_bytes",
                                .axis_title = "most memory that a forward allocates",
                                .column = "peak memory",
                                .text = AxisText::kBytes,
                                .value = [](const SummaryCase& one) { return metric_of(one, "peak_memory_bytes"); },
                                .cell = bytes_cell,
                                .widen =
                                    [](const Panel& panel, Extent& extent) {
                                      if (const auto limit = memory_limit(panel)) extent.add(1.5 * limit->value);
                                    }};
  const AddLayers add_memory = [](LengthChart& made, const Panel& panel) {
    if (panel.summary.setting.source == "planned") made.chart.title += ", planned";
    if (const auto limit = memory_limit(panel)) add_limit(made.layers, made.axes, limit->value, limit->words);
  };
  return {.charts = length_charts(kind, data, quantity, add_memory, nullptr),
          .why_none = "no case has a figure of its memory"};
}

}  // namespace attn
