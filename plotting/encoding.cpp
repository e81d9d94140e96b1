#include "plotting/encoding.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "plotting/palette.h"

namespace attn {
namespace {

constexpr size_t kMostLengthLabels = 12;
constexpr double kSpace = 1.25;  // beyond a logarithmic extent

/// An expression of Vega for a label. In Vega's language '~s' is SI's prefix: "10m" for 0.01.
std::string label_of(AxisText text) {
  switch (text) {
    case AxisText::kSeconds:
      return "replace(format(datum.value, '~s'), /([^0-9.]?)$/, ' $1s')";
    case AxisText::kBytes:
      return "datum.value >= 1073741824 ? format(datum.value / 1073741824, ',~r') + ' GiB' : datum.value >= 1048576 ? "
             "format(datum.value / 1048576, '~r') + ' MiB' : datum.value >= 1024 ? format(datum.value / 1024, '~r') + "
             "' KiB' : datum.value + ' B'";
    case AxisText::kFlopsPerSecond:
      return "replace(format(datum.value, '~s'), /([^0-9.]?)$/, ' $1FLOP/s')";
    case AxisText::kBytesPerSecond:
      return "replace(format(datum.value, '~s'), /([^0-9.]?)$/, ' $1B/s')";
    case AxisText::kTimes:
      return "format(datum.value, '~g') + '×'";
    case AxisText::kPlain:
      break;
  }
  return "format(datum.value, ',~g')";
}

Json axis_of(AxisText text) {
  return {{"labelExpr", label_of(text)}, {"labelOverlap", true}};
}

/// 1, 2 and 5 times the powers of ten; the powers alone over more than three of them.
Json decimal_ticks(double low, double high) {
  Json ticks = Json::array();
  const bool only_powers = high / low > 2000;
  for (int power = static_cast<int>(std::floor(std::log10(low))); std::pow(10, power) <= high; ++power) {
    for (const int digit : {1, 2, 5}) {
      const double tick = digit * std::pow(10, power);
      if (tick >= low && tick <= high && (digit == 1 || !only_powers)) ticks.push_back(tick);
    }
  }
  return ticks;
}

Json binary_ticks(double low, double high) {
  Json ticks = Json::array();
  const int step = std::max(1, static_cast<int>(std::ceil(std::log2(high / low) / 10)));
  for (int power = static_cast<int>(std::ceil(std::log2(low))); std::exp2(power) <= high; power += step) {
    ticks.push_back(std::exp2(power));
  }
  return ticks;
}

Json labels_of(const std::vector<Series>& series) {
  Json labels = Json::array();
  for (const Series& one : series) labels.push_back(one.label);
  return labels;
}

/// A scale that gives each series what `part` takes of its look.
template <typename Part>
Json series_scale(const std::vector<Series>& series, Part part) {
  Json range = Json::array();
  for (const Series& one : series) range.push_back(part(look_of(one.look)));
  return {{"domain", labels_of(series)}, {"range", range}};
}

Json series_channel(Json scale) {
  return {{"field", "series"},
          {"type", "nominal"},
          {"scale", std::move(scale)},
          {"legend",
           {{"title", nullptr},
            {"orient", "bottom"},
            {"columns", 3},
            {"symbolLimit", 0},
            {"symbolOpacity", 1},
            {"labelLimit", 300}}}};
}

}  // namespace

void Extent::add(std::optional<double> value) {
  if (!value || !(*value > 0)) return;
  low_ = high_ > 0 ? std::min(low_, *value) : *value;
  high_ = std::max(high_, *value);
}

Json length_channel(const std::string& title, const std::vector<int64_t>& lengths) {
  Json axis = axis_of(AxisText::kPlain);
  axis["grid"] = false;
  if (lengths.size() <= kMostLengthLabels) axis["values"] = lengths;
  const auto [least, most] = std::ranges::minmax(lengths);
  const double space = least == most ? 2 : 1.12;
  return {{"field", "length"},
          {"type", "quantitative"},
          {"title", title},
          {"scale",
           {{"type", "log"},
            {"base", 2},
            {"nice", false},
            {"domain", {static_cast<double>(least) / space, static_cast<double>(most) * space}}}},
          {"axis", axis}};
}

Json log_channel(const std::string& field, const std::string& title, const Extent& extent, AxisText text) {
  const double low = extent.low() / kSpace;
  const double high = extent.high() * kSpace;
  const bool is_binary = text == AxisText::kBytes;
  Json axis = axis_of(text);
  // Vega's own labels crowd between powers of ten. Under three ticks there is too little to choose from.
  const Json ticks = is_binary ? binary_ticks(low, high) : decimal_ticks(low, high);
  if (ticks.size() >= 3) axis["values"] = ticks;
  return {{"field", field},
          {"type", "quantitative"},
          {"title", title},
          {"scale", {{"type", "log"}, {"base", is_binary ? 2 : 10}, {"nice", false}, {"domain", {low, high}}}},
          {"axis", axis}};
}

Json linear_channel(const std::string& field, const std::string& title, AxisText text) {
  return {{"field", field}, {"type", "quantitative"}, {"title", title}, {"axis", axis_of(text)}};
}

Json color_channel(const std::vector<Series>& series) {
  return series_channel(series_scale(series, [](const Look& look) { return look.color; }));
}

Json shape_channel(const std::vector<Series>& series) {
  return series_channel(series_scale(series, [](const Look& look) { return look.shape; }));
}

Json dash_channel(const std::vector<Series>& series) {
  return series_channel(series_scale(series, [](const Look& look) { return look.dashes; }));
}

Json tooltip_channel(const Figures& figures) {
  Json fields = Json::array();
  for (const Column& column : figures.columns) {
    if (column.title.empty()) continue;
    fields.push_back(
        {{"field", column.name + (column.is_number ? "_text" : "")}, {"type", "nominal"}, {"title", column.title}});
  }
  return fields;
}

void add_lines_and_points(Json& layers, const Json& axes, const Figures& figures, const std::vector<Series>& series) {
  Json encoding = axes;
  encoding["color"] = color_channel(series);
  encoding["strokeDash"] = dash_channel(series);
  layers.push_back({{"mark", {{"type", "line"}, {"strokeWidth", 2}}}, {"encoding", encoding}});
  add_points(layers, axes, figures, series);
}

void add_points(Json& layers, const Json& axes, const Figures& figures, const std::vector<Series>& series) {
  Json encoding = axes;
  encoding["color"] = color_channel(series);
  encoding["shape"] = shape_channel(series);
  encoding["tooltip"] = tooltip_channel(figures);
  layers.push_back({{"name", "figures"},
                    {"mark", {{"type", "point"}, {"filled", true}, {"size", 80}, {"opacity", 1}}},
                    {"encoding", encoding}});
}

void add_intervals(Json& layers, const Json& axes, const std::string& low, const std::string& high,
                   const std::vector<Series>& series) {
  Json encoding = axes;
  encoding["y"]["field"] = low;
  encoding["y2"] = {{"field", high}};
  encoding["color"] = color_channel(series);
  layers.push_back({{"mark", {{"type", "rule"}, {"strokeWidth", 2}, {"opacity", 0.6}}},
                    {"transform", Json::array({{{"filter", "isValid(datum." + low + ")"}}})},
                    {"encoding", encoding}});
}

void add_limit(Json& layers, const Json& axes, double value, const std::string& words) {
  const std::string field = axes["y"]["field"];
  const Json data = {{"values", Json::array({{{field, value}, {"words", words}}})}};
  layers.push_back({{"data", data},
                    {"mark", {{"type", "rule"}, {"color", kLimit}, {"strokeDash", {6, 4}}}},
                    {"encoding", {{"y", axes["y"]}}}});
  if (words.empty()) return;
  layers.push_back(
      {{"data", data},
       {"mark", {{"type", "text"}, {"color", kLimit}, {"align", "left"}, {"baseline", "bottom"}, {"dy", -3}}},
       {"encoding", {{"x", {{"value", 4}}}, {"y", axes["y"]}, {"text", {{"field", "words"}, {"type", "nominal"}}}}}});
}

void add_guide(Json& layers, const Json& axes, const std::vector<std::pair<double, double>>& points,
               const std::string& words) {
  const std::string x = axes["x"]["field"];
  const std::string y = axes["y"]["field"];
  Json values = Json::array();
  for (const auto& [at, height] : points) values.push_back({{x, at}, {y, height}});
  layers.push_back(
      {{"data", {{"values", values}}},
       {"mark", {{"type", "line"}, {"color", kGuide}, {"strokeWidth", 1}, {"strokeDash", {4, 4}}, {"clip", true}}},
       {"encoding", axes}});
  Json end = values.back();
  end["words"] = words;
  Json encoding = axes;
  encoding["text"] = {{"field", "words"}, {"type", "nominal"}};
  layers.push_back({{"data", {{"values", Json::array({end})}}},
                    {"mark", {{"type", "text"}, {"color", kFaintInk}, {"align", "left"}, {"dx", 4}, {"clip", false}}},
                    {"encoding", encoding}});
}

std::string view_of(const Json& layers) {
  return Json{{"layer", layers}}.dump();
}

}  // namespace attn
