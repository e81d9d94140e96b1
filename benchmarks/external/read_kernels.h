#pragma once

#include "benchmarks/option_values.h"
#include "benchmarks/options.h"

namespace attn {

// Readings of --kernel and its companions. Each throws BadRequest for a value that it can't read.

/// NAME=PATH[:op], added.
void read_kernel(Options& options, const GivenValue& given);

/// [NAME:]bhsd|bshd|varlen, kept until give_to_kernels().
void read_kernel_layout(Options& options, const GivenValue& given);

/// [NAME:]argument=value, kept until give_to_kernels().
void read_kernel_argument(Options& options, const GivenValue& given);

/// Gives the layouts and arguments that were read to the kernels that they name; those without a name to all. Throws
/// BadRequest, with near names, for a kernel that was not given, and for one of them without any kernel.
void give_to_kernels(Options& options);

}  // namespace attn
