#pragma once

#include <cstdint>
#include <vector>

#include "profiling/cupti/activity_records.h"
#include "profiling/profile.h"
#include "profiling/recorded_op.h"

namespace attn {

/// The id, of an op or an iteration, that marks what belongs to a forward that is not kept.
inline constexpr uint64_t kLeftOut = UINT64_MAX;

struct LinkedLaunches {
  std::vector<CudaCall> calls;   ///< by their correlation
  std::vector<Launch> launches;  ///< in the order of their calls, the nodes of one graph in that of their starts
  LossCount loss;                ///< all but `dropped`
};

/// Finds for each activity the call that launched it, and for that the op and the iteration, whatever the order of the
/// records. One without a call, or whose call belongs to no iteration, is unlinked; a call that launched a kernel and
/// succeeded, of which no activity is there, counts as missing. What belongs to kLeftOut is left out and no loss.
///
/// `ops`: those whose indices the external ids are; they tell the thread of a call, and outside any op it is `thread`,
/// that of the forwards. Names of the result lie in `records.names`.
LinkedLaunches link_launches(ActivityRecords records, const std::vector<RecordedOp>& ops, int64_t thread);

}  // namespace attn
