#pragma once

#include <vector>

#include "benchmarks/attention_variant.h"
#include "results/record.h"

namespace attn {

/// NaiveCompiled, NaiveInplaceCompiled and SdpaAutoCompiled: the same forwards compiled by TorchInductor ahead of time.
/// Their make_ready compiles, or finds what an earlier run compiled; where that can't be done, `prepare` throws
/// Unsupported with what to install, or std::runtime_error with the compiler's words.
std::vector<AttentionVariant> compiled_variants(bool dynamic);

/// What they are compiled with, for runs.csv: inductor_compiler, inductor_python and inductor_settings, the environment
/// variables that say how; those that there are.
Facts compile_facts();

}  // namespace attn
