#pragma once

#include <vector>

#include "benchmarks/case.h"
#include "benchmarks/options.h"
#include "benchmarks/select_device.h"

namespace attn {

/// The cases of a command line, shape by shape, the variants of a shape together, filtered. Throws BadRequest for an
/// impossible sweep and, with near names, for a filter that no case matches.
std::vector<Case> list_cases(const Options& options, const DeviceChoice& choice);

/// The same for the cards of --plan, one after another, whose names are the device's part of the case names.
std::vector<Case> list_planned_cases(const Options& options, const std::vector<std::string>& cards);

}  // namespace attn
