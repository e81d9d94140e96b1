#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plotting/chart_kinds.h"
#include "plotting/panels.h"

namespace attn {

/// What a report has besides its data.
struct PageOptions {
  std::string_view bundle;   ///< JavaScript of Vega, Vega-Lite and Vega-Embed; empty: the report says how to get it
  bool has_pictures = true;  ///< charts/NAME.svg and .png lie beside the report
};

/// The whole report: words, charts, tables, method. Needs nothing but itself: it asks for no address.
std::string page(const PlotData& data, const ChartList& charts, const PageOptions& options);

}  // namespace attn
