#pragma once

#include <cstdint>
#include <vector>

#include "profiling/profile.h"

namespace attn {

/// In the order in which they are drawn where they begin and end together, the outer one first.
enum class SliceKind : uint8_t {
  kIteration,  ///< of a forward on the host
  kOp,
  kCall,
  kDeviceIteration,  ///< from the first launch of a forward to the end of its last one, on one stream
  kLaunch,
  kLostLaunch,  ///< without times
};

/// A row of a trace: a thread of the host or a stream of a device.
struct TraceRow {
  bool on_device = false;
  int64_t device = 0;  ///< of a stream
  int64_t number = 0;  ///< of the thread or the stream

  friend auto operator<=>(const TraceRow&, const TraceRow&) = default;
};

/// A bar of a trace.
struct Slice {
  TimeSpan span;     ///< never ends before it begins
  size_t index = 0;  ///< into the profile's list for its kind; of a forward, its number from 0
  uint32_t row = 0;  ///< index into TraceSlices::rows
  SliceKind kind = SliceKind::kOp;
};

struct TraceSlices {
  std::vector<TraceRow> rows;  ///< threads before streams
  std::vector<Slice> slices;   ///< by row, then by begin, outer ones first
  int64_t base_ns = 0;         ///< the earliest begin; 0 of an empty profile
};

/// All bars of a profile. With `virtual_clock`, those of the devices are moved as a whole so that the launch that
/// followed its call closest begins with it: what a virtual clock shows against the host's means nothing, and so none
/// begins before its call. A launch without times begins with its call, or, unlinked, with the trace.
TraceSlices slices_of(const Profile& profile, bool virtual_clock);

}  // namespace attn
