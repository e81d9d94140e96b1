#pragma once

#include <cstddef>
#include <vector>

#include "profiling/trace/trace_slices.h"

namespace attn {

/// Spreads a row's bars over lanes: viewers drop or cut a bar that overlaps another of its lane without lying in it.
/// Bars of the host and what a forward launched on a stream lie in each other; two launches never share a time, though
/// on some streams they run so (programmatic dependent launch).
class LaneChoice {
 public:
  /// The lane of the row's next bar, from 0: the first in which it fits. Bars come as slices_of() orders them.
  size_t next(const Slice& slice);

 private:
  struct OpenSlice {
    int64_t end_ns = 0;
    bool holds_others = true;
  };

  std::vector<std::vector<OpenSlice>> lanes_;  // of each the bars that are not over, the innermost last
};

}  // namespace attn
