#pragma once

#include <vector>

#include "profiling/cupti/activity_records.h"
#include "profiling/launch_recording.h"

namespace attn {

struct LinkedLaunches {
  std::vector<Launch> launches;  ///< in the order of their calls, the nodes of one graph in that of their starts
  LossCount loss;                ///< all but `dropped`
};

/// Finds for each activity the call that launched it, and for that the op and the iteration, whatever the order of the
/// records. One without a call, or whose call belongs to no iteration, is unlinked; so is a call that launched kernels
/// and succeeded, of which no activity is there.
LinkedLaunches link_launches(const ActivityRecords& records);

}  // namespace attn
