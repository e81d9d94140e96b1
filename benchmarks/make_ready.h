#pragma once

#include <vector>

#include "benchmarks/case.h"

namespace attn {

/// What has to be compiled for the cases, compiled, once a variant and shape, and said on standard error while it goes
/// on. An interruption ends it.
void make_ready(const std::vector<Case>& cases, const Device& device);

}  // namespace attn
