#include "profiling/span_cover.h"

#include <algorithm>

namespace attn {

int64_t overlap_ns(const TimeSpan& left, const TimeSpan& right) {
  return std::max<int64_t>(0, std::min(left.end_ns, right.end_ns) - std::max(left.begin_ns, right.begin_ns));
}

std::optional<SpanCover> cover_of(std::vector<TimeSpan> spans) {
  std::erase_if(spans, [](const TimeSpan& span) { return span.end_ns < span.begin_ns; });
  if (spans.empty()) return std::nullopt;
  if (!std::ranges::is_sorted(spans, {}, &TimeSpan::begin_ns)) std::ranges::sort(spans, {}, &TimeSpan::begin_ns);
  const int64_t first = spans.front().begin_ns;
  SpanCover cover{.begin_ns = first, .end_ns = first};
  for (const TimeSpan& span : spans) {
    if (span.begin_ns > cover.end_ns) ++cover.gaps;
    const int64_t end = std::max(cover.end_ns, span.end_ns);
    cover.busy_ns += end - std::max(cover.end_ns, span.begin_ns);
    cover.end_ns = end;
  }
  return cover;
}

}  // namespace attn
