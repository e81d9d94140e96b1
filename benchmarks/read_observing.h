#pragma once

#include "benchmarks/option_values.h"
#include "benchmarks/options.h"

namespace attn {

// Values of the options that say what is looked into beside the time. Each throws BadRequest with what is allowed.

/// "a100,h100,sm_89"; that the cards exist is seen where they are looked up.
void read_plan(Options& options, const GivenValue& given);

/// "plan", or "Naive:5,SdpaMath:20"; that the variants exist is seen where they are looked up.
void read_guesses(Options& options, const GivenValue& given);

/// "1,1,3": how many forwards run unrecorded, warm up, are kept.
void read_schedule(Options& options, const GivenValue& given);

/// A number of rows; without one the usual number.
void read_table(Options& options, const GivenValue& given);

/// A folder.
void read_trace(Options& options, const GivenValue& given);

}  // namespace attn
