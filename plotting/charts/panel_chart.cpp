#include "plotting/charts/panel_chart.h"

#include <fmt/format.h>

#include "plotting/palette.h"
#include "results/readable_figures.h"

namespace attn {

std::string longest_note(const std::vector<const SummaryCase*>& all) {
  if (all.empty()) return "";
  const auto [first, last] = std::ranges::minmax(all, {}, &SummaryCase::length);
  if (first->length == last->length) return "";
  return fmt::format("Drawn is length {}; those down to {} are not.", with_commas(last->length),
                     with_commas(first->length));
}

int bars_height(size_t bars) {
  return 30 + 34 * static_cast<int>(bars);
}

Json stacked_bars(const Figures& figures, const std::string& field, const std::string& axis_title, AxisText text,
                  const std::vector<std::string>& variants, const std::vector<std::string>& parts) {
  Json range = Json::array();
  for (size_t i = 0; i < parts.size(); ++i) range.push_back(look_of(i).color);
  Json x = linear_channel(field, axis_title, text);
  x["stack"] = "zero";
  if (text == AxisText::kPlain) x["axis"]["tickMinStep"] = 1;  // counts
  return {{"name", "figures"},
          {"mark", {{"type", "bar"}, {"stroke", kPaper}, {"strokeWidth", 1}}},
          {"encoding",
           {{"x", x},
            {"y",
             {{"field", "variant"},
              {"type", "nominal"},
              {"sort", variants},
              {"title", nullptr},
              {"axis", {{"labelLimit", 160}}}}},
            {"color",
             {{"field", "part"},
              {"type", "nominal"},
              {"scale", {{"domain", parts}, {"range", range}}},
              {"legend",
               {{"title", nullptr}, {"orient", "bottom"}, {"columns", 4}, {"symbolLimit", 0}, {"labelLimit", 300}}}}},
            {"order", {{"field", "part_order"}, {"type", "quantitative"}}},
            {"tooltip", tooltip_channel(figures)}}}};
}

}  // namespace attn
