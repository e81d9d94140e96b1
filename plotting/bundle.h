#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// What the launcher puts beside attn_plot so that there are charts: charts/vega_bundle.js, and charts/python, the path
/// of a Python that has vl-convert-python.
struct ChartTools {
  std::string bundle;                           ///< Vega, Vega-Lite and Vega-Embed; empty where there is none
  std::optional<std::filesystem::path> python;  ///< nothing where it is not there (any more)
};

/// In the folder, or what is missing. Throws BadRequest when a file is there but can't be read.
ChartTools find_chart_tools(const std::filesystem::path& folder);

/// The folder `charts` beside the running program.
std::filesystem::path chart_tools_folder();

/// Draws folder/NAME.vl.json as NAME.svg and NAME.png for each name. What went wrong, in the script's words; empty when
/// nothing did.
std::string draw_pictures(const std::filesystem::path& python, const std::filesystem::path& folder,
                          const std::vector<std::string>& names);

}  // namespace attn
