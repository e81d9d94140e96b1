#include <fmt/format.h>

#include "plotting/charts/length_chart.h"

namespace attn {

ChartSet speedup_charts(const ChartKind& kind, const PlotData& data) {
  const LengthQuantity quantity{
      .field = "speedup",
      .axis_title = "times as fast as Naive",
      .column = "speed-up over Naive",
      .text = AxisText::kTimes,
      .value = [](const SummaryCase& one) { return one.speedup; },
      .cell = [](std::optional<double> value) { return number_cell(value, fmt::format("{:.3g}×", value.value_or(0))); },
      .widen = [](const Panel& /*panel*/, Extent& extent) { extent.add(1); },
      .baseline = "Naive"};
  const auto add_one = [](LengthChart& made, const Panel& /*panel*/) {
    add_limit(made.layers, made.axes, 1, "");  // the axis says what 1 is
  };
  return {.charts = length_charts(kind, data, quantity, add_one, nullptr),
          .why_none = "no case has a time beside Naive's"};
}

}  // namespace attn
