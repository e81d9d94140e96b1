#pragma once

#include <atomic>

#include "standin/activity_log.h"
#include "standin/captures.h"
#include "standin/device_memory.h"
#include "standin/device_symbols.h"
#include "standin/graphs.h"
#include "standin/health.h"
#include "standin/kernel_registry.h"
#include "standin/pinned_memory.h"
#include "standin/settings.h"
#include "standin/timeline.h"

namespace attn::standin {

/// The one GPU, its driver and their tools. CUDA's functions take no object to keep it in, so there is one a process.
struct Machine {
  Settings settings = read_settings();
  Health health{settings.faults};
  DeviceMemory memory{settings.memory_bytes()};
  DeviceSymbols symbols{memory};
  PinnedMemory pinned;
  Timeline timeline{settings.activity_ns, settings.faults.queue_limit};
  Graphs graphs;
  Captures captures{graphs};
  KernelRegistry kernels{settings.resource_files};
  ActivityLog activities{settings.faults};
  std::atomic<bool> cupti_subscribed = settings.faults.cupti_taken;
};

/// Made at the first use, before any constructor of the program's needs it, and never destroyed: programs call CUDA
/// from destructors that run at exit.
Machine& machine();

}  // namespace attn::standin
