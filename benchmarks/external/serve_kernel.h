#pragma once

#include <string>
#include <vector>

#include "benchmarks/options.h"

namespace attn {

/// In the process of a kernel (options.external.process): loads it and answers questions on its cases until the process
/// that asks is gone or an interruption comes. Returns the exit code. Throws BadRequest for a kernel that can't be had.
int serve_kernel(const Options& options, const std::vector<std::string>& arguments);

}  // namespace attn
