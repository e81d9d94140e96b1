#include "plotting/report_folder.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <system_error>

#include "plotting/page/page.h"
#include "results/bad_request.h"
#include "results/file_beside.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

void write_whole(const fs::path& path, std::string_view text) {
  FileBeside file(path);
  file.write(text);
  file.keep();
}

std::vector<std::string> write_charts(const fs::path& folder, const ChartList& list) {
  std::vector<std::string> names;
  for (const Chart& chart : list.charts) {
    const std::string text = specification(chart).dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
    write_whole(folder / (chart.name + ".vl.json"), text);
    names.push_back(chart.name);
  }
  return names;
}

/// The last line of what a script printed, which is the error's.
std::string last_line(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

std::vector<std::string> write_all(const fs::path& folder, const PlotData& data, const ChartList& charts,
                                   const ChartTools& tools) {
  std::vector<std::string> notes;
  fs::create_directories(folder / "charts");
  const std::vector<std::string> names = write_charts(folder / "charts", charts);
  bool has_pictures = tools.python && !names.empty();
  if (has_pictures) {
    const std::string fault = draw_pictures(*tools.python, folder / "charts", names);
    if (!fault.empty()) {
      notes.push_back(fmt::format("no SVG and PNG: {}", last_line(fault)));
      has_pictures = false;
    }
  }
  write_whole(folder / "report.html", page(data, charts, {.bundle = tools.bundle, .has_pictures = has_pictures}));
  return notes;
}

}  // namespace

std::vector<std::string> write_report(const fs::path& folder, const PlotData& data, const ChartList& charts,
                                      const ChartTools& tools) {
  try {
    return write_all(folder, data, charts, tools);
  } catch (const std::system_error& error) {
    throw BadRequest(fmt::format("--out={}: can't be written: {}", folder.string(), error.code().message()));
  }
}

}  // namespace attn
