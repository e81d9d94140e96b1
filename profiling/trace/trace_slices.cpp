#include "profiling/trace/trace_slices.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <tuple>

namespace attn {
namespace {

TimeSpan forward_in_time(const TimeSpan& span) {  // the system's clock may have been set back
  return {span.begin_ns, std::max(span.begin_ns, span.end_ns)};
}

int64_t earliest_begin_ns(const Profile& profile) {
  int64_t earliest = std::numeric_limits<int64_t>::max();
  for (const TimeSpan& span : profile.iterations) earliest = std::min(earliest, span.begin_ns);
  for (const RecordedOp& op : profile.ops) earliest = std::min(earliest, op.span.begin_ns);
  for (const CudaCall& call : profile.calls) earliest = std::min(earliest, call.span.begin_ns);
  return earliest;
}

/// What to add to the virtual clock of the devices.
int64_t device_shift_ns(const Profile& profile) {
  std::optional<int64_t> least_lag, first_launch;
  for (const Launch& launch : profile.launches) {
    if (!launch.span) continue;
    const int64_t begin = launch.span->begin_ns;
    first_launch = std::min(first_launch.value_or(begin), begin);
    if (!launch.call) continue;
    const int64_t lag = begin - profile.calls[*launch.call].span.begin_ns;
    least_lag = std::min(least_lag.value_or(lag), lag);
  }
  if (least_lag) return -*least_lag;
  const int64_t host = earliest_begin_ns(profile);
  return first_launch && host != std::numeric_limits<int64_t>::max() ? host - *first_launch : 0;
}

class Collector {
 public:
  explicit Collector(const Profile& profile) : profile_(profile) {
    found_.slices.reserve(profile.iterations.size() + profile.ops.size() + profile.calls.size() +
                          profile.launches.size());
  }

  void add_host() {
    for (size_t i = 0; i < profile_.iterations.size(); ++i)
      add(SliceKind::kIteration, i, {.number = profile_.thread}, profile_.iterations[i]);
    for (size_t i = 0; i < profile_.ops.size(); ++i)
      add(SliceKind::kOp, i, {.number = profile_.ops[i].thread}, profile_.ops[i].span);
    for (size_t i = 0; i < profile_.calls.size(); ++i)
      add(SliceKind::kCall, i, {.number = profile_.calls[i].thread}, profile_.calls[i].span);
  }

  void add_devices(int64_t shift_ns) {
    for (size_t i = 0; i < profile_.launches.size(); ++i) {
      const Launch& launch = profile_.launches[i];
      const TraceRow row = {.on_device = true, .device = launch.device, .number = launch.stream};
      if (!launch.span) {
        lost_.push_back(i);
        continue;
      }
      const TimeSpan span = forward_in_time({launch.span->begin_ns + shift_ns, launch.span->end_ns + shift_ns});
      add(SliceKind::kLaunch, i, row, span);
      if (launch.call && launch.iteration) widen(*launch.iteration, row, span);
    }
    for (const auto& [where, span] : iterations_) add(SliceKind::kDeviceIteration, where.second, where.first, span);
  }

  /// After all others, since the trace's begin is theirs.
  void add_lost() {
    const int64_t begin = base_ns();
    for (const size_t i : lost_) {
      const Launch& launch = profile_.launches[i];
      const int64_t time = launch.call ? profile_.calls[*launch.call].span.begin_ns : begin;
      add(SliceKind::kLostLaunch, i, {.on_device = true, .device = launch.device, .number = launch.stream},
          {time, time});
    }
  }

  TraceSlices take() {
    number_rows_in_order();
    std::ranges::sort(found_.slices, {}, [](const Slice& slice) {
      return std::tuple(slice.row, slice.span.begin_ns, -slice.span.end_ns, slice.kind, slice.index);
    });
    found_.base_ns = base_ns();
    return std::move(found_);
  }

 private:
  void add(SliceKind kind, size_t index, const TraceRow& row, const TimeSpan& span) {
    found_.slices.push_back({.span = forward_in_time(span), .index = index, .row = row_number(row), .kind = kind});
  }

  uint32_t row_number(const TraceRow& row) {
    return numbers_.try_emplace(row, static_cast<uint32_t>(numbers_.size())).first->second;
  }

  void number_rows_in_order() {
    std::vector<uint32_t> ordered(numbers_.size());
    for (const auto& [row, number] : numbers_) {
      ordered[number] = static_cast<uint32_t>(found_.rows.size());
      found_.rows.push_back(row);
    }
    for (Slice& slice : found_.slices) slice.row = ordered[slice.row];
  }

  void widen(int64_t iteration, const TraceRow& row, const TimeSpan& span) {
    const auto [place, is_new] = iterations_.try_emplace({row, static_cast<size_t>(iteration)}, span);
    if (is_new) return;
    place->second.begin_ns = std::min(place->second.begin_ns, span.begin_ns);
    place->second.end_ns = std::max(place->second.end_ns, span.end_ns);
  }

  int64_t base_ns() const {
    const auto first =
        std::ranges::min_element(found_.slices, {}, [](const Slice& slice) { return slice.span.begin_ns; });
    return first == found_.slices.end() ? 0 : first->span.begin_ns;
  }

  const Profile& profile_;
  TraceSlices found_;
  std::map<TraceRow, uint32_t> numbers_;
  std::map<std::pair<TraceRow, size_t>, TimeSpan> iterations_;
  std::vector<size_t> lost_;
};

}  // namespace

TraceSlices slices_of(const Profile& profile, bool virtual_clock) {
  Collector collector(profile);
  collector.add_host();
  collector.add_devices(virtual_clock ? device_shift_ns(profile) : 0);
  collector.add_lost();
  return collector.take();
}

}  // namespace attn
