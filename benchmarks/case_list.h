#pragma once

#include <vector>

#include "benchmarks/case.h"
#include "benchmarks/options.h"
#include "benchmarks/select_device.h"

namespace attn {

/// The cases of a command line, shape by shape, the variants of a shape together, filtered. Throws BadRequest for an
/// impossible sweep and, with near names, for a filter that no case matches.
std::vector<Case> list_cases(const Options& options, const DeviceChoice& choice);

}  // namespace attn
