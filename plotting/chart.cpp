#include "plotting/chart.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "plotting/palette.h"

namespace attn {
namespace {

constexpr int kWidth = 720;
constexpr int kHeight = 400;
constexpr size_t kTitleColumns = 110;  // of a subtitle's line at this width

/// Cut between words, for a subtitle that is not broken by itself.
Json lines_of(const std::string& text) {
  Json lines = Json::array();
  std::string line;
  std::string word;
  const auto end_word = [&] {
    if (!line.empty() && line.size() + word.size() > kTitleColumns) {
      lines.push_back(line);
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
    word.clear();
  };
  for (const char c : text) {
    if (c == ' ') {
      end_word();
    } else {
      word += c;
    }
  }
  end_word();
  lines.push_back(line);
  return lines;
}

Json config() {
  const Json text = {{"labelColor", kInk}, {"titleColor", kInk}, {"labelFontSize", 12}, {"titleFontSize", 12}};
  Json axis = text;
  axis.update(
      {{"gridColor", kGrid}, {"domainColor", kFaintInk}, {"tickColor", kFaintInk}, {"titleFontWeight", "normal"}});
  return {{"font", "system-ui, 'Liberation Sans', Arial, sans-serif"},
          {"view", {{"stroke", nullptr}}},
          {"axis", axis},
          {"legend", text},
          {"title", {{"color", kInk}, {"subtitleColor", kFaintInk}, {"fontSize", 15}, {"subtitleFontSize", 12}}}};
}

}  // namespace

Json data_values(const Figures& figures) {
  Json values = Json::array();
  for (const std::vector<Cell>& row : figures.rows) {
    Json object = Json::object();
    for (size_t i = 0; i < row.size(); ++i) {
      const std::string& name = figures.columns[i].name;
      if (const auto* text = std::get_if<std::string>(&row[i].value)) {
        object[name] = *text;
      } else if (const auto* number = std::get_if<double>(&row[i].value)) {
        object[name] = *number;
        object[name + "_text"] = row[i].shown;
      } else if (const auto* count = std::get_if<int64_t>(&row[i].value)) {
        object[name] = *count;
        object[name + "_text"] = row[i].shown;
      }
    }
    values.push_back(std::move(object));
  }
  return values;
}

Json specification(const Chart& chart) {
  Json whole = {
      {"$schema", "https://vega.github.io/schema/vega-lite/v6.json"},
      {"title", {{"text", chart.title}, {"subtitle", lines_of(chart.setting)}, {"anchor", "start"}, {"offset", 12}}},
      {"description", chart.summary},
      {"background", kPaper},
      {"width", kWidth},
      {"height", kHeight},
      {"data", {{"name", "figures"}, {"values", data_values(chart.figures)}}}};
  whole.update(Json::parse(chart.view));
  whole["config"] = config();
  return whole;
}

}  // namespace attn
