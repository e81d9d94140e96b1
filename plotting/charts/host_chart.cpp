#include <fmt/format.h>

#include "plotting/charts/panel_chart.h"
#include "plotting/palette.h"
#include "results/readable_figures.h"

namespace attn {
namespace {

Figures figures_of(const std::vector<const SummaryCase*>& cases) {
  Figures figures{.columns = {{"series", ""},
                              {"variant", "variant"},
                              {"length", "length", true},
                              {"time_s", "on the GPU", true},
                              {"host_time_s", "on the host", true},
                              {"bound", "bound by"},
                              {"flags", "flags"}},
                  .rows = {}};
  for (const SummaryCase* one : cases) {
    const auto host = metric_of(*one, "host_time_s");
    figures.rows.push_back({text_cell(one->variant), text_cell(one->variant), count_cell(one->length),
                            time_cell(one->time_s), time_cell(host),
                            text_cell(*host > *one->time_s ? "launching" : "the GPU"), text_cell(one->flags)});
  }
  return figures;
}

/// Where the host takes longer than the GPU: above the diagonal.
void add_region(Json& layers, const Json& axes, double low, double high) {
  Json values = Json::array({{{"time_s", low}, {"host_time_s", low}, {"top", high}},
                             {{"time_s", high}, {"host_time_s", high}, {"top", high}}});
  Json encoding = axes;
  encoding["y2"] = {{"field", "top"}};
  layers.push_back({{"data", {{"values", values}}},
                    {"mark", {{"type", "area"}, {"color", kBand}, {"opacity", 1}, {"clip", true}}},
                    {"encoding", encoding}});
  layers.push_back(
      {{"data", {{"values", Json::array({{{"words", "bound by launching: a program in a loop waits for the host"}}})}}},
       {"mark", {{"type", "text"}, {"align", "left"}, {"baseline", "top"}, {"color", kFaintInk}}},
       {"encoding",
        {{"x", {{"value", 8}}}, {"y", {{"value", 8}}}, {"text", {{"field", "words"}, {"type", "nominal"}}}}}});
}

Chart host_chart(const ChartKind& kind, const PlotData& data, const Panel& panel,
                 const std::vector<const SummaryCase*>& cases) {
  Chart chart = chart_of(kind, panel);
  chart.figures = figures_of(cases);
  Extent both;
  size_t bound = 0;
  for (const SummaryCase* one : cases) {
    both.add(one->time_s);
    both.add(metric_of(*one, "host_time_s"));
    if (*metric_of(*one, "host_time_s") > *one->time_s) ++bound;
  }
  const Json axes = {{"x", log_channel("time_s", "time of one forward on the GPU", both, AxisText::kSeconds)},
                     {"y", log_channel("host_time_s", "time of one call on the host", both, AxisText::kSeconds)}};
  Json layers = Json::array();
  const Json& domain = axes["x"]["scale"]["domain"];
  add_region(layers, axes, domain[0], domain[1]);
  add_points(layers, axes, chart.figures, series_of(data, panel, cases));
  chart.view = view_of(layers);
  chart.summary = fmt::format(
      "Scatter plot: time on the host against time on the GPU of {}, both axes logarithmic; {} bound by launching. The "
      "figures are in the table.",
      counted(static_cast<int64_t>(cases.size()), "case"), bound);
  chart.notes = not_drawn(panel, cases);
  return chart;
}

}  // namespace

ChartSet host_charts(const ChartKind& kind, const PlotData& data) {
  ChartSet set{.charts = {}, .why_none = "no case has both a time on a GPU and one on the host"};
  for (const Panel& panel : data.panels) {
    const auto cases = cases_where(
        panel, [](const SummaryCase& one) { return one.time_s && metric_of(one, "host_time_s").value_or(0) > 0; });
    if (!cases.empty()) set.charts.push_back(host_chart(kind, data, panel, cases));
  }
  return set;
}

}  // namespace attn
