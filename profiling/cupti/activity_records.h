#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profiling/launch_recording.h"

namespace attn {

/// What the GPU did, from one record of CUPTI. Times are CUPTI's clock in nanoseconds, 0 where they are missing.
struct DeviceActivity {
  LaunchKind kind = LaunchKind::kKernel;
  std::string name;  ///< as recorded; of copies and sets "Memcpy DtoD", "Memset"
  uint64_t start_ns = 0;
  uint64_t end_ns = 0;
  uint32_t correlation = 0;  ///< of the call that launched it; the nodes of a graph share that of the graph's launch
  uint64_t graph_node = 0;   ///< tells those apart; 0 outside a graph
  int64_t stream = 0;
  std::optional<LaunchExtent> grid;
  std::optional<LaunchExtent> block;
  std::optional<int64_t> registers;
  std::optional<int64_t> static_shared_bytes;
  std::optional<int64_t> dynamic_shared_bytes;
  std::optional<int64_t> bytes;
};

/// One call of CUDA's runtime or driver.
struct ApiCall {
  enum class Of { kRuntime, kDriver };
  std::string name;  ///< "cudaLaunchKernel"
  uint32_t correlation = 0;
  bool failed = false;
  Of of = Of::kRuntime;
  uint32_t thread = 0;  ///< that made it, as CUPTI numbers threads
  uint64_t start_ns = 0;
  uint64_t end_ns = 0;
};

/// That the call with this correlation was made while an op or an iteration was running.
struct ExternalId {
  enum class Of { kOp, kIteration };
  Of of = Of::kOp;
  uint64_t id = 0;
  uint32_t correlation = 0;
};

/// All that was recorded, in the order in which it was found, which is none to rely on.
struct ActivityRecords {
  std::vector<DeviceActivity> activities;
  std::vector<ApiCall> calls;
  std::vector<ExternalId> external_ids;
  int64_t invalid_buffers = 0;  ///< that could not be read to their end
};

}  // namespace attn
