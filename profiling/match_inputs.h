#pragma once

#include <vector>

#include "profiling/profile.h"

namespace attn {

/// Puts into the profile what the ops of a further forward were given, which isn't in it: `inputs` of the op at the
/// same place in `ops`. An op of the profile is given what its like there was, the one as many ops after the begin of
/// the forward, if all ops that the two forwards ran in Profile::thread agree in name and depth; else that forward's
/// ops have no inputs, and so have ops of other threads, whose order is nobody's.
void match_inputs(Profile& profile, const std::vector<RecordedOp>& ops, std::vector<OpInputs> inputs);

}  // namespace attn
