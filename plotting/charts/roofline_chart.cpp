#include <fmt/format.h>

#include <algorithm>

#include "plotting/charts/panel_chart.h"
#include "plotting/encoding.h"
#include "plotting/palette.h"
#include "plotting/peaks.h"
#include "results/readable_figures.h"

namespace attn {
namespace {

/// Operations a byte that a fused forward moves at least.
std::optional<double> intensity_of(const SummaryCase& one) {
  const auto flops = metric_of(one, "model_flops");
  const auto bytes = metric_of(one, "traffic_bytes");
  if (!one.time_s || !flops || !bytes || !(*bytes > 0)) return std::nullopt;
  return *flops / *bytes;
}

Figures figures_of(const std::vector<const SummaryCase*>& cases) {
  Figures figures{.columns = {{"series", ""},
                              {"variant", "variant"},
                              {"length", "length", true},
                              {"intensity", "FLOP/B", true},
                              {"flops_per_s", "TFLOP/s", true},
                              {"backend", "backend"},
                              {"flags", "flags"}},
                  .rows = {}};
  for (const SummaryCase* one : cases) {
    const auto intensity = intensity_of(*one);
    const auto rate = metric_of(*one, "flops_per_s");
    figures.rows.push_back({text_cell(one->variant), text_cell(one->variant), count_cell(one->length),
                            number_cell(intensity, significant(*intensity, 4)),
                            number_cell(rate, significant(*rate / 1e12, 4)), text_cell(one->backend_ran),
                            text_cell(one->flags)});
  }
  return figures;
}

/// The memory's peak up to the ridge, the peak of the operations from there on.
void add_roof(Json& layers, const Json& axes, const std::vector<std::pair<double, double>>& points) {
  Json values = Json::array();
  for (const auto& [intensity, rate] : points) values.push_back({{"intensity", intensity}, {"flops_per_s", rate}});
  layers.push_back({{"data", {{"values", values}}},
                    {"mark", {{"type", "line"}, {"color", kLimit}, {"strokeDash", {6, 4}}, {"clip", true}}},
                    {"encoding", axes}});
}

Chart roofline_chart(const ChartKind& kind, const PlotData& data, const Panel& panel, const Peak& flops,
                     const Peak& bandwidth) {
  const std::vector<const SummaryCase*> cases = cases_where(panel, [](const SummaryCase& one) {
    return intensity_of(one).has_value() && metric_of(one, "flops_per_s").has_value();
  });
  Chart chart = chart_of(kind, panel);
  if (cases.empty()) return chart;
  chart.figures = figures_of(cases);
  const double ridge = flops.value / bandwidth.value;
  Extent x;
  Extent y;
  x.add(ridge / 4);
  x.add(ridge * 4);
  y.add(flops.value * 1.5);
  for (const SummaryCase* one : cases) {
    x.add(intensity_of(*one));
    y.add(metric_of(*one, "flops_per_s"));
  }
  const Json axes = {
      {"x", log_channel("intensity", "operations a byte (FLOP/B), model", x, AxisText::kPlain)},
      {"y", log_channel("flops_per_s", "floating-point operations a second", y, AxisText::kFlopsPerSecond)}};
  const std::vector<Series> series = series_of(data, panel, cases);
  Json layers = Json::array();
  add_roof(layers, axes, {{x.low(), x.low() * bandwidth.value}, {ridge, flops.value}, {x.high(), flops.value}});
  add_points(layers, axes, chart.figures, series);
  chart.view = view_of(layers);
  chart.notes = not_drawn(panel, cases);
  chart.notes.insert(chart.notes.begin(),
                     fmt::format("The level line: {}. The slanting one: {}. They meet at {} FLOP/B.", flops.words,
                                 bandwidth.words, significant(ridge, 3)));
  chart.summary =
      fmt::format("Roofline: {} below the card's peaks, both axes logarithmic. The figures are in the table.",
                  counted(static_cast<int64_t>(cases.size()), "case"));
  return chart;
}

}  // namespace

ChartSet roofline_charts(const ChartKind& kind, const PlotData& data) {
  ChartSet set{.charts = {}, .why_none = "no case has a time on a card whose peaks are known"};
  for (const Panel& panel : data.panels) {
    const auto flops = peak_flops(panel);
    const auto bandwidth = peak_bandwidth(panel);
    if (!flops || !bandwidth) continue;
    Chart chart = roofline_chart(kind, data, panel, *flops, *bandwidth);
    if (!chart.figures.rows.empty()) set.charts.push_back(std::move(chart));
  }
  return set;
}

}  // namespace attn
