#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "profiling/device_times.h"
#include "profiling/profile.h"

namespace attn {

/// The times of one op. Whole nanoseconds, so that sums are exact in any order.
struct OpTimes {
  int64_t self_host_ns = 0;  ///< without the ops that it called
  int64_t total_host_ns = 0;
  std::optional<int64_t> self_device_ns = {};   ///< of its own launches, added up also where they overlap
  std::optional<int64_t> total_device_ns = {};  ///< with those of the ops below it
};

/// The times of each op of a profile, at the same index. Device times are nothing when they aren't real, and where the
/// span of a launch that belongs in them is missing; an op that launched nothing has 0. Throws std::out_of_range for a
/// launch of an op that is not there.
std::vector<OpTimes> op_times_of(const Profile& profile, DeviceTimes device_times);

/// The rows of ops.csv: one for each op of one forward, nested ones included, in the order of Profile::ops. Times are
/// the means over the forwards when all dispatched the same ops (see first_different_ops); else they are those of the
/// first forward alone. No rows without a forward.
std::vector<OpRow> op_rows_of(const Profile& profile, DeviceTimes device_times);

}  // namespace attn
