#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "plotting/bundle.h"
#include "plotting/chart_kinds.h"
#include "plotting/panels.h"

namespace attn {

/// Writes folder/report.html and, of each chart, folder/charts/NAME.vl.json and, with `tools.python`, NAME.svg and
/// NAME.png; each file is there whole or not at all, and report.html comes last. Makes the folders. Sentences for the
/// reader: what could not be made. Throws BadRequest when the folder can't be made or written.
std::vector<std::string> write_report(const std::filesystem::path& folder, const PlotData& data,
                                      const ChartList& charts, const ChartTools& tools);

}  // namespace attn
