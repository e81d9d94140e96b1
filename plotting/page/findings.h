#pragma once

#include <string>
#include <vector>

#include "plotting/panels.h"

namespace attn {

// A report's first words, a sentence each, as text.

/// What ran, and on what.
std::vector<std::string> what_ran(const PlotData& data);

/// The fastest variant a shape; of a plan the variant with the fewest launches.
std::vector<std::string> fastest_found(const PlotData& data);

/// How time grows with length.
std::vector<std::string> exponents_found(const PlotData& data);

/// What is not ok, and what was flagged.
std::vector<std::string> failures_found(const PlotData& data);

}  // namespace attn
