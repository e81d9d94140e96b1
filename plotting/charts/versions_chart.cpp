#include <fmt/format.h>

#include <set>

#include "plotting/charts/panel_chart.h"
#include "plotting/palette.h"
#include "plotting/panel_names.h"
#include "plotting/version_groups.h"
#include "results/bad_request.h"
#include "results/readable_figures.h"

namespace attn {
namespace {

/// The variants of one shape as they went from version to version.
struct ShapeHistory {
  std::string shape;  ///< case_key without its variant
  std::vector<const CaseHistory*> cases;
};

std::vector<ShapeHistory> by_shape(const History& history) {
  std::vector<ShapeHistory> shapes;
  for (const CaseHistory& one : history.cases) {
    const std::string shape = one.key.substr(one.key.find('/') + 1);
    auto found = std::ranges::find(shapes, shape, &ShapeHistory::shape);
    if (found == shapes.end()) found = shapes.insert(shapes.end(), {shape, {}});
    found->cases.push_back(&one);
  }
  return shapes;
}

std::string variant_of(const CaseHistory& history) {
  return history.key.substr(0, history.key.find('/'));
}

Cell ratio_cell(const std::optional<double>& ratio) {
  return number_cell(ratio, fmt::format("{:.3f}", ratio.value_or(0)));
}

/// A version in which the case was compared.
std::vector<Cell> version_row(const CaseHistory& history, const std::string& version, const CaseVerdict& verdict) {
  const auto& interval = verdict.interval;
  const auto floor = verdict.noise_floor;
  const auto end = [](bool is_there, double value) { return is_there ? std::optional(value) : std::nullopt; };
  return {text_cell(variant_of(history)),
          text_cell(variant_of(history)),
          text_cell(version),
          ratio_cell(verdict.ratio),
          ratio_cell(end(interval.has_value(), interval ? interval->low : 0)),
          ratio_cell(end(interval.has_value(), interval ? interval->high : 0)),
          text_cell(std::string(verdict_name(verdict.verdict))),
          ratio_cell(end(floor.has_value(), 1 / (1 + floor.value_or(0)))),
          ratio_cell(end(floor.has_value(), 1 + floor.value_or(0))),
          text_cell(verdict.reason)};
}

Figures figures_of(const History& history, const ShapeHistory& shape, std::vector<std::string>& notes) {
  Figures figures{.columns = {{"series", ""},
                              {"variant", "variant"},
                              {"version", "version"},
                              {"ratio", "time / first", true},
                              {"low", "95 % from", true},
                              {"high", "95 % to", true},
                              {"verdict", "verdict"},
                              {"noise_low", "noise from", true},
                              {"noise_high", "noise to", true},
                              {"reason", "reason"}},
                  .rows = {}};
  for (const CaseHistory* one : shape.cases) {
    for (size_t i = 0; i < history.later_values.size(); ++i) {
      const std::string& version = history.later_values[i];
      const auto& compared = one->against_first[i];
      if (compared && compared->verdict && compared->verdict->ratio) {
        figures.rows.push_back(version_row(*one, version, *compared->verdict));
      } else {
        notes.push_back(fmt::format("Not drawn: {} with {}: {}", variant_of(*one), version,
                                    compared ? compared->reason : "it has no such case"));
      }
    }
  }
  return figures;
}

/// Shapes say the verdicts, as colours say the variants.
Json verdict_channel() {
  return {{"field", "verdict"},
          {"type", "nominal"},
          {"scale",
           {{"domain", {"slower", "faster", "unchanged", "unsure"}},
            {"range", {"triangle-up", "triangle-down", "circle", "cross"}}}},
          {"legend", {{"title", "as attn_results compare says"}, {"orient", "bottom"}, {"symbolOpacity", 1}}}};
}

Json layers_of(const VersionGroup& group, const Figures& figures, const std::vector<Series>& series) {
  Json versions = Json::array();
  Json names = Json::array();
  for (const Series& one : series) names.push_back(one.label);
  for (size_t i = 1; i < group.values.size(); ++i) versions.push_back(group.values[i].value);
  Json axes = {{"x",
                {{"field", "version"},
                 {"type", "nominal"},
                 {"scale", {{"domain", versions}}},
                 {"title", group.version_of},
                 {"axis", {{"labelAngle", 0}}}}},
               {"xOffset", {{"field", "series"}, {"type", "nominal"}, {"scale", {{"domain", names}}}}},
               {"y", linear_channel("ratio", "time / time with " + group.values.front().value, AxisText::kPlain)}};
  axes["y"]["scale"] = {{"zero", false}};
  Json layers = Json::array();
  Json band = axes;
  band["y"]["field"] = "noise_low";
  band["y2"] = {{"field", "noise_high"}};
  layers.push_back({{"mark", {{"type", "bar"}, {"color", kBand}}},
                    {"transform", Json::array({{{"filter", "isValid(datum.noise_low)"}}})},
                    {"encoding", band}});
  Json one = axes["y"];
  one.erase("field");
  one["datum"] = 1;
  layers.push_back({{"mark", {{"type", "rule"}, {"color", kGuide}}}, {"encoding", {{"y", one}}}});
  add_intervals(layers, axes, "low", "high", series);
  Json points = axes;
  points["color"] = color_channel(series);
  points["shape"] = verdict_channel();
  points["tooltip"] = tooltip_channel(figures);
  layers.push_back({{"name", "figures"},
                    {"mark", {{"type", "point"}, {"filled", true}, {"size", 130}, {"opacity", 1}}},
                    {"encoding", points}});
  return layers;
}

std::string spaced(std::string shape) {
  for (size_t at = shape.find('/'); at != std::string::npos; at = shape.find('/', at)) shape.replace(at, 1, " · ");
  std::ranges::replace(shape, ':', ' ');
  return shape;
}

Chart versions_chart(const ChartKind& kind, const PlotData& data, const VersionGroup& group, const History& history,
                     const ShapeHistory& shape) {
  const Panel panel{.title = group.title + " · " + spaced(shape.shape),
                    .slug = slug_of(shape.shape),
                    .summary = {},
                    .runs = group.runs};
  Chart chart = chart_of(kind, panel);
  chart.figures = figures_of(history, shape, chart.notes);
  std::vector<Series> series;
  size_t changed = 0;
  for (const CaseHistory* one : shape.cases) series.push_back({look_index(data, variant_of(*one)), variant_of(*one)});
  for (const std::vector<Cell>& row : chart.figures.rows)
    changed += row[6].shown == "slower" || row[6].shown == "faster";
  chart.view = view_of(layers_of(group, chart.figures, series));
  chart.notes.insert(
      chart.notes.begin(),
      fmt::format("Grey: the noise floor, within which a change is none. {} flagged.",
                  changed == 0 ? "No change is"
                               : counted(static_cast<int64_t>(changed), "change") + (changed == 1 ? " is" : " are")));
  chart.summary =
      fmt::format("Ratios of time to that with {} {}, of {} in {}. {} The figures are in the table.", group.version_of,
                  history.first_value, counted(static_cast<int64_t>(series.size()), "variant"),
                  counted(static_cast<int64_t>(history.later_values.size()), "later version"), chart.notes.front());
  return chart;
}

}  // namespace

ChartSet versions_charts(const ChartKind& kind, const PlotData& data) {
  ChartSet set{.charts = {}, .why_none = "the runs have one driver and one LibTorch, or no cases in common"};
  std::set<std::string> taken;
  for (const VersionGroup& group : version_groups(data)) {
    History history;
    try {
      history = compare_by_value(group.values, {}, {});
    } catch (const BadRequest&) {  // no case in common: nothing to draw
      continue;
    }
    for (const ShapeHistory& shape : by_shape(history)) {
      Chart chart = versions_chart(kind, data, group, history, shape);
      if (chart.figures.rows.empty()) continue;
      const std::string name = chart.name;
      for (int number = 2; !taken.insert(chart.name).second; ++number) chart.name = fmt::format("{}-{}", name, number);
      set.charts.push_back(std::move(chart));
    }
  }
  return set;
}

}  // namespace attn
