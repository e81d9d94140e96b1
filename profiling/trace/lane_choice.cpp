#include "profiling/trace/lane_choice.h"

namespace attn {

size_t LaneChoice::next(const Slice& slice) {
  if (slice.kind == SliceKind::kLostLaunch) return 0;  // a mark, which covers nothing
  for (size_t lane = 0;; ++lane) {
    if (lane == lanes_.size()) lanes_.emplace_back();
    std::vector<OpenSlice>& open = lanes_[lane];
    while (!open.empty() && open.back().end_ns <= slice.span.begin_ns) open.pop_back();
    const bool fits = open.empty() || (open.back().holds_others && slice.span.end_ns <= open.back().end_ns);
    if (!fits) continue;
    open.push_back({.end_ns = slice.span.end_ns, .holds_others = slice.kind != SliceKind::kLaunch});
    return lane;
  }
}

}  // namespace attn
