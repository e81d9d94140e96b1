#pragma once

#include <cupti.h>

#include <array>
#include <cstdint>
#include <variant>
#include <vector>

#include "standin/timeline.h"

namespace attn::standin {

/// Which node of which executable graph an activity is, by numbers unique in the process; 0 and 0 outside of graphs.
struct GraphPlace {
  uint32_t graph = 0;
  uint64_t node = 0;
};

/// A launch. The name must stay for good.
struct KernelActivity {
  const char* name = "";
  std::array<uint32_t, 3> grid{};
  std::array<uint32_t, 3> block{};
  uint16_t registers = 0;
  uint32_t static_shared_bytes = 0;
  uint32_t dynamic_shared_bytes = 0;
  bool cooperative = false;
  Interval interval;
  GraphPlace place;
};

struct CopyActivity {
  CUpti_ActivityMemcpyKind kind = CUPTI_ACTIVITY_MEMCPY_KIND_UNKNOWN;
  CUpti_ActivityMemoryKind from = CUPTI_ACTIVITY_MEMORY_KIND_UNKNOWN;
  CUpti_ActivityMemoryKind to = CUPTI_ACTIVITY_MEMORY_KIND_UNKNOWN;
  uint64_t bytes = 0;
  bool async = false;
  Interval interval;
  GraphPlace place;
};

struct SetActivity {
  uint32_t value = 0;
  CUpti_ActivityMemoryKind memory = CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
  uint64_t bytes = 0;
  bool async = false;
  Interval interval;
  GraphPlace place;
};

/// A wait of the host's for the GPU, or of a stream for an event.
struct Synchronization {
  CUpti_ActivitySynchronizationType type = CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_UNKNOWN;
  Interval interval;
};

/// What one call had the GPU do, if anything.
using Activity = std::variant<std::monostate, KernelActivity, CopyActivity, SetActivity, Synchronization>;

enum class Api { kRuntime, kDriver };

/// A call into CUDA's runtime or driver. Made when it begins.
struct Call {
  Api api = Api::kRuntime;
  uint32_t cbid = 0;  ///< CUPTI's number of the function
  int64_t start_ns = 0;
  uint32_t correlation = 0;
  Activity activity;
  std::vector<Activity> nodes;  ///< of a graph, where the call launched one
};

}  // namespace attn::standin
