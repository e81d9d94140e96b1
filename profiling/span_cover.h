#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "profiling/time_span.h"

namespace attn {

/// How long both are at once, in nanoseconds; 0 where they are not.
int64_t overlap_ns(const TimeSpan& left, const TimeSpan& right);

/// How spans, which may overlap, lie on one time line.
struct SpanCover {
  int64_t begin_ns = 0;  ///< of the first
  int64_t end_ns = 0;    ///< of the last
  int64_t busy_ns = 0;   ///< in which there is one or more: of their union
  int64_t gaps = 0;      ///< between begin and end in which there is none
};

/// Of spans in any order, without those that end before they begin; nothing when there are none.
std::optional<SpanCover> cover_of(std::vector<TimeSpan> spans);

}  // namespace attn
