#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "profiling/name_pool.h"
#include "profiling/profile.h"

namespace attn {

/// That the call with this correlation was made while an op or an iteration was running.
struct ExternalId {
  enum class Of : uint8_t { kOp, kIteration };
  uint64_t id = 0;
  uint32_t correlation = 0;
  Of of = Of::kOp;
};

/// All that was recorded, in the order in which it was found, which is none to rely on. Launches and calls have all
/// that is known of them alone; what they have to do with each other is for link_launches() to find.
struct ActivityRecords {
  std::vector<Launch> launches;
  std::vector<CudaCall> calls;  ///< `thread` is CUPTI's number for it
  std::vector<ExternalId> external_ids;
  std::shared_ptr<NamePool> names = std::make_shared<NamePool>();  ///< where those of launches and calls lie
  int64_t invalid_buffers = 0;                                     ///< that could not be read to their end
};

}  // namespace attn
