#pragma once

#include <string>

#include "plotting/panels.h"

namespace attn {

// Tables of a report, as HTML with a heading; empty where there is nothing to show.

/// The fitted exponent of each variant, or why there is none.
std::string exponents_html(const PlotData& data);

/// Cases that are not ok, each reason once.
std::string not_ok_html(const PlotData& data);

/// All cases with their main figures.
std::string cases_html(const PlotData& data);

/// What runs.csv says of the runs, each different value once.
std::string facts_html(const PlotData& data);

}  // namespace attn
