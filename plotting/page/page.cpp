#include "plotting/page/page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "plotting/page/findings.h"
#include "plotting/page/html.h"
#include "plotting/page/tables.h"
#include "plotting/palette.h"

namespace attn {

extern const std::map<std::string, std::string_view> page_texts;

namespace {

constexpr std::string_view kHowToGetCharts =
    "The charts are missing, because the program that draws them is not there. Run ./attn_plot again with access to "
    "PyPI: "
    "it then fetches vl-convert-python once. Until then the figures are in the tables.";

/// Puts the values in the places of {{name}}.
std::string filled(std::string_view text, const std::map<std::string, std::string>& values) {
  std::string whole;
  while (true) {
    const size_t begin = text.find("{{");
    const size_t end = text.find("}}", begin);
    whole += text.substr(0, begin);
    if (begin == std::string_view::npos || end == std::string_view::npos) return whole;
    whole += values.at(std::string(text.substr(begin + 2, end - begin - 2)));
    text.remove_prefix(end + 2);
  }
}

std::string title_of(const PlotData& data) {
  std::set<std::string> devices;
  for (const Panel& panel : data.panels) {
    devices.insert(panel.summary.setting.device + (panel.summary.setting.source == "planned" ? " (planned)" : ""));
  }
  return fmt::format("Attention on {}", fmt::join(devices, ", "));
}

std::vector<std::string> as_html(const std::vector<std::string>& sentences) {
  std::vector<std::string> items;
  for (const std::string& sentence : sentences) {
    const bool is_command = sentence.starts_with("$ ");
    items.push_back(is_command ? fmt::format("<code>{}</code>", html(sentence)) : html(sentence));
  }
  return items;
}

std::string findings_html(const PlotData& data) {
  std::string text = html_list("ran", as_html(what_ran(data)));
  const std::vector<std::pair<std::string, std::vector<std::string>>> findings = {
      {"Fastest", fastest_found(data)}, {"Growth", exponents_found(data)}, {"Failures", failures_found(data)}};
  for (const auto& [heading, sentences] : findings) {
    if (!sentences.empty()) text += fmt::format("<h3>{}</h3>\n{}", heading, html_list("findings", as_html(sentences)));
  }
  return text;
}

std::string links_html(const Chart& chart, const PageOptions& options) {
  std::string links;
  if (options.has_pictures)
    links = fmt::format("<a href=\"charts/{0}.svg\">SVG</a> · <a href=\"charts/{0}.png\">PNG</a> · ", chart.name);
  return links + fmt::format("<a href=\"charts/{}.vl.json\">Vega-Lite specification</a>", chart.name);
}

std::string chart_html(const Chart& chart, const PageOptions& options) {
  std::string text = fmt::format(
      "<figure class=\"chart\" id=\"chart-{0}\" aria-labelledby=\"title-{0}\">\n<h3 id=\"title-{0}\">{1}</h3>\n"
      "<p class=\"setting\">{2}</p>\n",
      chart.name, html(chart.title), html(chart.setting));
  if (!options.bundle.empty()) {
    text += fmt::format("<div class=\"canvas\" data-chart=\"{}\" role=\"img\" aria-label=\"{}\"></div>\n", chart.name,
                        html(chart.summary));
  }
  text += html_list("notes", as_html(chart.notes));
  // With the bundle the page's script makes the table of the chart's data, which would else be there twice.
  text +=
      options.bundle.empty()
          ? html_table(chart.summary, chart.figures.columns, chart.figures.rows)
          : fmt::format("<details data-figures=\"{}\"><summary>Figures as a table</summary></details>\n", chart.name);
  text += fmt::format("<figcaption>{}<br>{}", html(chart.facts), links_html(chart, options));
  for (const std::string& command : chart.commands) text += fmt::format("<br><code>$ {}</code>", html(command));
  return text + "</figcaption>\n</figure>\n";
}

std::string charts_html(const ChartList& list, size_t panels, const PageOptions& options) {
  std::string text = "<h2 id=\"charts\">Charts</h2>\n";
  if (options.bundle.empty()) text += fmt::format("<p class=\"warning\" role=\"note\">{}</p>\n", kHowToGetCharts);
  // A grid a kind, so that panels stand side by side; of one panel one for all, the first chart as wide as two.
  const auto kind_of = [](const Chart& chart) { return chart.name.substr(0, chart.name.find('.')); };
  std::string kind;
  for (const Chart& chart : list.charts) {
    if (kind.empty() || (panels > 1 && kind_of(chart) != kind)) {
      text += fmt::format("{}<div class=\"grid{}\">\n", kind.empty() ? "" : "</div>\n", panels == 1 ? " one" : "");
    }
    kind = kind_of(chart);
    text += chart_html(chart, options);
  }
  if (!kind.empty()) text += "</div>\n";
  if (list.missing.empty()) return text;
  return text + "<h3>Charts that there are none of</h3>\n" + html_list("notes", as_html(list.missing));
}

std::string scripts_html(const ChartList& list, const PageOptions& options) {
  Json colors = Json::object();
  for (const Color& color : all_colors()) colors[std::string(color.light)] = color.dark;
  Json specifications = Json::object();
  if (!options.bundle.empty()) {
    for (const Chart& chart : list.charts) specifications[chart.name] = specification(chart);
  }
  const auto text_of = [](const Json& json) {
    return script_json(json.dump(-1, ' ', false, Json::error_handler_t::replace));
  };
  std::string text = fmt::format("<script type=\"application/json\" id=\"dark-colors\">{}</script>\n", text_of(colors));
  text += fmt::format("<script type=\"application/json\" id=\"specifications\">{}</script>\n", text_of(specifications));
  if (!options.bundle.empty()) text += fmt::format("<script type=\"module\">{}</script>\n", options.bundle);
  return text + fmt::format("<script type=\"module\">{}</script>", page_texts.at("script"));
}

}  // namespace

std::string page(const PlotData& data, const ChartList& charts, const PageOptions& options) {
  std::string body = findings_html(data);
  if (!data.notes.empty()) body += "<h3>On the reading</h3>\n" + html_list("notes", as_html(data.notes));
  body += charts_html(charts, data.panels.size(), options);
  body += "<h2 id=\"tables\">Tables</h2>\n<p class=\"faint\">A heading sorts; again, the other way round.</p>\n";
  body += exponents_html(data) + not_ok_html(data) + cases_html(data) + facts_html(data);
  body += fmt::format("<h2 id=\"method\">Method</h2>\n{}", page_texts.at("method"));
  body += "<footer>Made by attn_plot. This page needs no network.</footer>\n";
  return filled(page_texts.at("report"), {{"title", html(title_of(data))},
                                          {"style", std::string(page_texts.at("style"))},
                                          {"body", body},
                                          {"scripts", scripts_html(charts, options)}});
}

}  // namespace attn
