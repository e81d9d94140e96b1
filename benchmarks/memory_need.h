#pragma once

#include <string>

#include "benchmarks/case.h"

namespace attn {

/// A lower bound of the memory that a case needs at once, in bytes: inputs, their fp32 draw, the fp64 reference, and
/// what the variant says of its forward.
double least_needed_bytes(const Case& benchmark_case);

/// "needs at least 34.4 GB, 20.1 GB are available".
std::string out_of_memory_reason(double needed_bytes, double available_bytes);

/// "needs 137 GB of 85.1 GB": of the whole card.
std::string needs_of(double needed_bytes, double memory_bytes);

}  // namespace attn
