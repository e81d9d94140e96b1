#include "plotting/charts/length_chart.h"

#include <fmt/format.h>

#include <algorithm>

#include "results/readable_figures.h"

namespace attn {
namespace {

std::vector<const SummaryCase*> cases_with(const Panel& panel, const LengthQuantity& quantity) {
  std::vector<const SummaryCase*> cases;
  for (const SummaryCase& one : panel.summary.cases) {
    const auto value = quantity.value(one);
    if (one.variant != quantity.baseline && value && (!quantity.is_logarithmic || *value > 0)) cases.push_back(&one);
  }
  return cases;
}

std::string label_of(const LengthQuantity& quantity, const Panel& panel, const std::string& variant) {
  return quantity.label ? quantity.label(panel.summary, variant) : variant;
}

Figures figures_of(const LengthQuantity& quantity, const Panel& panel, const std::vector<const SummaryCase*>& cases) {
  Figures figures{.columns = {{"series", ""},
                              {"variant", "variant"},
                              {"length", panel.summary.setting.q_len ? "kv_len" : "sequence length", true},
                              {quantity.field, quantity.column, true}},
                  .rows = {}};
  if (quantity.interval) {
    figures.columns.push_back({"low", "95 % from", true});
    figures.columns.push_back({"high", "95 % to", true});
  }
  figures.columns.insert(figures.columns.end(),
                         {{"processes", "processes", true}, {"backend", "backend"}, {"flags", "flags"}});
  for (const SummaryCase* one : cases) {
    std::vector<Cell>& row = figures.rows.emplace_back();
    row = {text_cell(label_of(quantity, panel, one->variant)), text_cell(one->variant), count_cell(one->length),
           quantity.cell(quantity.value(*one))};
    if (quantity.interval) {
      const auto interval = quantity.interval(*one);
      row.push_back(quantity.cell(interval ? std::optional(interval->low) : std::nullopt));
      row.push_back(quantity.cell(interval ? std::optional(interval->high) : std::nullopt));
    }
    row.insert(row.end(), {count_cell(one->processes), text_cell(one->backend_ran), text_cell(one->flags)});
  }
  return figures;
}

/// Of all panels of the device and source, so that these share their axis.
Extent extent_of(const LengthQuantity& quantity, const PlotData& data, const Panel& panel) {
  Extent extent;
  for (const Panel& other : data.panels) {
    const Setting& setting = other.summary.setting;
    if (setting.device != panel.summary.setting.device || setting.source != panel.summary.setting.source) continue;
    if (quantity.widen) quantity.widen(other, extent);
    for (const SummaryCase& one : other.summary.cases) {
      if (one.variant == quantity.baseline) continue;
      extent.add(quantity.value(one));
      const auto interval = quantity.interval ? quantity.interval(one) : std::nullopt;
      if (!interval) continue;
      extent.add(interval->low);
      extent.add(interval->high);
    }
  }
  return extent;
}

std::string summary_of(const LengthQuantity& quantity, const LengthChart& made) {
  const auto value = [&](const SummaryCase* one) { return *quantity.value(*one); };
  const auto [first, last] = std::ranges::minmax(made.cases, {}, &SummaryCase::length);
  const auto [least, most] = std::ranges::minmax(made.cases, {}, value);
  const auto text = [&](const SummaryCase* one) {
    return fmt::format("{} ({} at {})", quantity.cell(quantity.value(*one)).shown, one->variant,
                       with_commas(one->length));
  };
  return fmt::format("Line chart: {} of {} at sequence lengths {} to {}, from {} to {}. The figures are in the table.",
                     quantity.column, counted(static_cast<int64_t>(made.series.size()), "variant"),
                     with_commas(first->length), with_commas(last->length), text(least), text(most));
}

LengthChart begin_chart(const ChartKind& kind, const PlotData& data, const LengthQuantity& quantity,
                        const Panel& panel) {
  LengthChart made{.chart = chart_of(kind, panel),
                   .cases = cases_with(panel, quantity),
                   .series = {},
                   .axes = Json::object(),
                   .layers = Json::array()};
  for (const std::string& variant : panel.summary.variants) {
    if (std::ranges::find(made.cases, variant, &SummaryCase::variant) == made.cases.end()) continue;
    made.series.push_back({look_index(data, variant), label_of(quantity, panel, variant)});
  }
  if (made.cases.empty()) return made;
  const bool is_kv = panel.summary.setting.q_len.has_value();
  made.chart.figures = figures_of(quantity, panel, made.cases);
  made.chart.summary = summary_of(quantity, made);
  made.axes["x"] = length_channel(is_kv ? "kv_len (tokens)" : "sequence length (tokens)", panel.summary.lengths);
  made.axes["y"] = quantity.is_logarithmic ? log_channel(quantity.field, quantity.axis_title,
                                                         extent_of(quantity, data, panel), quantity.text)
                                           : linear_channel(quantity.field, quantity.axis_title, quantity.text);
  return made;
}

}  // namespace

std::vector<Chart> length_charts(const ChartKind& kind, const PlotData& data, const LengthQuantity& quantity,
                                 const AddLayers& begin, const AddLayers& end) {
  std::vector<Chart> charts;
  for (const Panel& panel : data.panels) {
    LengthChart made = begin_chart(kind, data, quantity, panel);
    if (made.cases.empty()) continue;
    if (begin) begin(made, panel);
    if (quantity.interval) add_intervals(made.layers, made.axes, "low", "high", made.series);
    add_lines_and_points(made.layers, made.axes, made.chart.figures, made.series);
    if (end) end(made, panel);
    for (const SummaryCase& one : panel.summary.cases) {
      if (one.variant == quantity.baseline) made.cases.push_back(&one);
    }
    std::ranges::copy(not_drawn(panel, made.cases), std::back_inserter(made.chart.notes));
    made.chart.view = view_of(made.layers);
    charts.push_back(std::move(made.chart));
  }
  return charts;
}

}  // namespace attn
