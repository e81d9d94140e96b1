#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plotting/chart.h"
#include "plotting/panels.h"

namespace attn {

/// The charts of one kind, or why there are none.
struct ChartSet {
  std::vector<Chart> charts = {};
  std::string why_none = {};  ///< with charts empty, or not
};

/// A kind of chart. Adding one is a function in charts/ and a row in chart_kinds.cpp.
struct ChartKind {
  std::string_view name;         ///< "time": names begin with it, and --spec takes it
  std::string_view description;  ///< for --list and the page: "Time of a forward against sequence length"
  ChartSet (*make)(const ChartKind& kind, const PlotData& data);
};

/// In the order of a report.
std::span<const ChartKind> chart_kinds();

/// All charts of all kinds; kinds without one are in `missing`, with the reason.
struct ChartList {
  std::vector<Chart> charts;
  std::vector<std::string> missing;  ///< "roofline: the card's peaks are not known"
};
ChartList make_charts(const PlotData& data);

// What each kind is made of: charts/NAME.cpp.
ChartSet time_charts(const ChartKind& kind, const PlotData& data);
ChartSet speedup_charts(const ChartKind& kind, const PlotData& data);
ChartSet flops_charts(const ChartKind& kind, const PlotData& data);
ChartSet bandwidth_charts(const ChartKind& kind, const PlotData& data);
ChartSet roofline_charts(const ChartKind& kind, const PlotData& data);
ChartSet memory_charts(const ChartKind& kind, const PlotData& data);
ChartSet ops_charts(const ChartKind& kind, const PlotData& data);
ChartSet launches_charts(const ChartKind& kind, const PlotData& data);
ChartSet host_charts(const ChartKind& kind, const PlotData& data);
ChartSet versions_charts(const ChartKind& kind, const PlotData& data);

/// With name, title, setting, facts and commands of the panel.
Chart chart_of(const ChartKind& kind, const Panel& panel);

/// "2 cases not drawn: SdpaCudnn at 512 unsupported (reason)": those of the panel that are not ok or for which `drawn`
/// is false. Empty where there are none.
std::vector<std::string> not_drawn(const Panel& panel, const std::vector<const SummaryCase*>& drawn);

/// Its place in PlotData::variants, which decides how it looks.
size_t look_index(const PlotData& data, const std::string& variant);

}  // namespace attn
