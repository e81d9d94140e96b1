#pragma once

#include <cstdint>

namespace attn {

/// What the process has had so far, over all its threads (getrusage, RUSAGE_SELF).
struct ProcessUsage {
  int64_t page_faults = 0;                   ///< minor and major
  int64_t involuntary_context_switches = 0;  ///< a busy core took the thread away
  double cpu_time_s = 0;                     ///< user and system
};

ProcessUsage process_usage();

ProcessUsage operator+(const ProcessUsage& a, const ProcessUsage& b);
ProcessUsage operator-(const ProcessUsage& a, const ProcessUsage& b);

}  // namespace attn
