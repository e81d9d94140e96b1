#include <fmt/format.h>

#include <array>
#include <cmath>

#include "plotting/charts/panel_chart.h"
#include "plotting/palette.h"
#include "results/readable_figures.h"

namespace attn {
namespace {

/// Metrics, and what they count in the legend.
constexpr auto kParts = std::to_array<std::pair<const char*, const char*>>(
    {{"kernels", "kernels"}, {"memcpys", "copies"}, {"memsets", "sets"}, {"library_calls", "library calls"}});

Figures figures_of(const std::vector<const SummaryCase*>& cases) {
  Figures figures{.columns = {{"variant", "variant"},
                              {"length", "length", true},
                              {"part", "kind"},
                              {"part_order", "", true},
                              {"count", "count", true},
                              {"launches", "launches in all", true},
                              {"launches_guessed", "guessed", true},
                              {"backend", "backend"}},
                  .rows = {}};
  const auto whole = [](const std::optional<double>& value) {
    return value ? count_cell(std::llround(*value)) : Cell{};
  };
  for (const SummaryCase* one : cases) {
    for (size_t i = 0; i < kParts.size(); ++i) {
      const auto count = metric_of(*one, kParts[i].first);
      if (count.value_or(0) == 0) continue;
      figures.rows.push_back({text_cell(one->variant), count_cell(one->length), text_cell(kParts[i].second),
                              count_cell(static_cast<int64_t>(i)), whole(count), whole(metric_of(*one, "launches")),
                              whole(metric_of(*one, "launches_guessed")), text_cell(one->backend_ran)});
    }
  }
  return figures;
}

/// An upright stroke where the guess is.
void add_guesses(Json& layers, const Json& bars, const std::vector<const SummaryCase*>& cases,
                 std::vector<std::string>& notes) {
  Json values = Json::array();
  for (const SummaryCase* one : cases) {
    const auto guess = metric_of(*one, "launches_guessed");
    if (!guess) continue;
    values.push_back({{"variant", one->variant}, {"count", *guess}});
    const auto launches = metric_of(*one, "launches");
    notes.push_back(fmt::format("{}: {}, guessed {}.", one->variant,
                                counted(std::llround(launches.value_or(0)), "launch"), std::llround(*guess)));
  }
  if (values.empty()) return;
  Json x = bars["encoding"]["x"];
  x["stack"] = nullptr;
  layers.push_back({{"data", {{"values", values}}},
                    {"mark", {{"type", "tick"}, {"color", kLimit}, {"thickness", 3}, {"size", 30}}},
                    {"encoding", {{"x", x}, {"y", bars["encoding"]["y"]}}}});
}

Chart launches_chart(const ChartKind& kind, const Panel& panel, const std::vector<const SummaryCase*>& all) {
  const std::vector<const SummaryCase*> cases = longest_of(all);
  std::vector<std::string> variants;
  std::vector<std::string> parts;
  for (const SummaryCase* one : cases) variants.push_back(one->variant);
  for (const auto& [metric, part] : kParts) parts.emplace_back(part);
  Chart chart = chart_of(kind, panel);
  chart.figures = figures_of(cases);
  const Json bars = stacked_bars(chart.figures, "count", "launches of one forward", AxisText::kPlain, variants, parts);
  Json layers = Json::array({bars});
  add_guesses(layers, bars, cases, chart.notes);
  chart.view = Json{{"height", bars_height(variants.size())}, {"layer", layers}}.dump();
  const std::string length = with_commas(cases.front()->length);
  chart.setting += fmt::format(" · length {}", length);
  chart.summary =
      fmt::format("Stacked bars: what a forward of {} launches at length {}{}. The figures are in the table.",
                  counted(static_cast<int64_t>(cases.size()), "variant"), length,
                  chart.notes.empty() ? "" : ", with what was guessed");
  if (const std::string note = longest_note(all); !note.empty()) chart.notes.push_back(note);
  return chart;
}

}  // namespace

ChartSet launches_charts(const ChartKind& kind, const PlotData& data) {
  ChartSet set{.charts = {}, .why_none = "no launches were counted; a GPU's or a plan's are"};
  for (const Panel& panel : data.panels) {
    const auto cases =
        cases_where(panel, [](const SummaryCase& one) { return metric_of(one, "launches").value_or(0) > 0; });
    if (!cases.empty()) set.charts.push_back(launches_chart(kind, panel, cases));
  }
  return set;
}

}  // namespace attn
