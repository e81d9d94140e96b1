#pragma once

#include <cstdint>
#include <vector>

#include "profiling/profile.h"

namespace attn {

/// How ops and API calls lie within each other on the host, as PyTorch's profiler nests them: a call is below the call
/// on the same thread that it lies in, else below its op.
struct HostEvents {
  std::vector<int64_t> op_self_ns;    ///< of each op: without the ops and calls right below it
  std::vector<int64_t> call_self_ns;  ///< of each call: without the calls inside
  std::vector<int64_t> children;      ///< of each op: how many ops and calls are right below it
};

/// A call that lies beyond its op's begin or end, as clocks read in two places may say, is charged to it by what lies
/// within. Throws std::out_of_range for a call of an op that is not there.
HostEvents host_events_of(const Profile& profile);

}  // namespace attn
