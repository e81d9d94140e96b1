#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "profiling/cupti/activity_records.h"

namespace attn {

/// What is known of a call by its correlation id.
struct CallOrigin {
  static constexpr size_t kNone = std::numeric_limits<size_t>::max();
  static constexpr uint64_t kNoId = std::numeric_limits<uint64_t>::max() - 1;

  size_t call = kNone;         ///< index into the calls that are kept
  uint64_t op = kNoId;         ///< pushed id
  uint64_t iteration = kNoId;  ///< pushed id
  bool has_activity = false;
};

/// The origins of all calls in the records, with the ids that were pushed and whether they launched something. Ids
/// count up over a process, so that those of one session lie close together: a table over their range is several times
/// faster than a hash map; where they do not, they are searched.
class CallOrigins {
 public:
  explicit CallOrigins(const ActivityRecords& records);

  CallOrigin& at(int64_t correlation) { return origins_[place(correlation)]; }

 private:
  size_t place(int64_t correlation) const;

  int64_t first_ = 0;
  std::vector<int64_t> sorted_;  ///< the ids, where they are too far apart for a table
  std::vector<CallOrigin> origins_;
};

}  // namespace attn
