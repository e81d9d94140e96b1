#include "plotting/program/command_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <nlohmann/json.hpp>

#include "plotting/bundle.h"
#include "plotting/chart_kinds.h"
#include "plotting/report_folder.h"
#include "results/bad_request.h"
#include "results/exit_code.h"
#include "results/near_names.h"
#include "results/readable_figures.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

struct PlotOptions {
  std::vector<fs::path> paths;
  fs::path out = "report";
  std::string spec;
  bool list = false;
  bool no_pictures = false;
};

void declare(CLI::App& app, PlotOptions& options) {
  app.add_option("DIR", options.paths, "Folders that attn_bench --out wrote, or results.csv files")->type_name("");
  app.add_option("--out", options.out, "Folder for report.html and charts/ [report]")->type_name("DIR");
  app.add_option("--spec", options.spec, "Print the Vega-Lite specification of one chart")->type_name("NAME");
  app.add_flag("--list", options.list, "List the charts, of DIR where given");
  app.add_flag("--no_pictures", options.no_pictures, "No SVG and PNG: the report alone, and the specifications");
  app.allow_extras();
}

void refuse_unknown(const CLI::App& app) {
  const std::vector<std::string> unknown = app.remaining();
  if (unknown.empty()) return;
  std::vector<std::string> known;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  const std::string name = unknown.front().substr(0, unknown.front().find('='));
  throw BadRequest(fmt::format("{}: no such flag{}; see attn_plot --help", name, did_you_mean(name, known)));
}

/// Nothing when there was only a help to print.
std::optional<PlotOptions> read(std::span<const std::string> arguments) {
  CLI::App app("Draws what attn_bench --out kept: a report in HTML, and each chart as SVG, PNG and Vega-Lite.",
               "attn_plot");
  PlotOptions options;
  declare(app, options);
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::Success& help) {
    app.exit(help);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    throw BadRequest(error.what());
  }
  refuse_unknown(app);
  return options;
}

void print_kinds() {
  for (const ChartKind& kind : chart_kinds()) fmt::print("{:<12} {}\n", kind.name, kind.description);
}

void print_charts(const ChartList& list) {
  for (const Chart& chart : list.charts) {
    fmt::print("{}\n    {} · {}\n    {}\n", chart.name, chart.title,
               counted(static_cast<int64_t>(chart.figures.rows.size()), "row"), chart.setting);
  }
  for (const std::string& missing : list.missing) fmt::print("no {}\n", missing);
}

/// A kind's name is enough where there is one chart of it.
const Chart& find_chart(const ChartList& list, const std::string& name) {
  std::vector<const Chart*> found;
  std::vector<std::string> known;
  for (const Chart& chart : list.charts) {
    if (chart.name == name) return chart;
    if (chart.name.starts_with(name + ".")) found.push_back(&chart);
    known.push_back(chart.name);
  }
  if (found.size() == 1) return *found.front();
  if (found.size() > 1) {
    std::vector<std::string> names;
    for (const Chart* chart : found) names.push_back(chart->name);
    throw BadRequest(fmt::format("--spec={}: there are several: {}", name, fmt::join(names, ", ")));
  }
  for (const std::string& missing : list.missing) {
    if (missing.starts_with(name + ":"))
      throw BadRequest(fmt::format("--spec={}: none of these runs{}", name, missing.substr(name.size())));
  }
  for (const ChartKind& kind : chart_kinds())
    if (std::ranges::find(known, kind.name) == known.end()) known.emplace_back(kind.name);
  throw BadRequest(
      fmt::format("--spec={}: no such chart{}; see attn_plot --list DIR", name, did_you_mean(name, known)));
}

int run(const PlotOptions& options) {
  if (options.list && options.paths.empty()) {
    print_kinds();
    return kExitFine;
  }
  if (options.paths.empty()) throw BadRequest("which runs? Give the folders that attn_bench --out wrote");
  const PlotData data = read_plot_data(options.paths);
  for (const std::string& note : data.notes) fmt::print(stderr, "attn_plot: {}\n", note);
  const ChartList charts = make_charts(data);
  if (options.list) {
    print_charts(charts);
  } else if (!options.spec.empty()) {
    const Json whole = specification(find_chart(charts, options.spec));
    fmt::print("{}\n", whole.dump(1, ' ', false, Json::error_handler_t::replace));
  } else {
    ChartTools tools = find_chart_tools(chart_tools_folder());
    if (tools.bundle.empty())
      fmt::print(stderr, "attn_plot: no charts in the report: run ./attn_plot again with access to PyPI\n");
    if (options.no_pictures) tools.python.reset();
    for (const std::string& note : write_report(options.out, data, charts, tools))
      fmt::print(stderr, "attn_plot: {}\n", note);
    fmt::print("{}\n", (options.out / "report.html").string());
  }
  return kExitFine;
}

}  // namespace

int plot(std::span<const std::string> arguments) {
  try {
    const std::optional<PlotOptions> options = read(arguments);
    return options ? run(*options) : kExitFine;
  } catch (const BadRequest& request) {
    fmt::print(stderr, "attn_plot: {}\n", request.what());
    return kExitBadRequest;
  } catch (const std::exception& error) {
    fmt::print(stderr, "attn_plot: {}\n", error.what());
    return kExitBadAnswer;
  }
}

}  // namespace attn
