#include "profiling/trace/chrome_trace.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "profiling/trace/lane_choice.h"
#include "profiling/trace/trace_events.h"
#include "profiling/trace/trace_slices.h"

namespace attn {
namespace {

constexpr int64_t kSchemaVersion = 1;
// Of every architecture; PyTorch's profiler writes them too.
constexpr int64_t kMostBlockThreads = 1024;
constexpr int64_t kSharedBytesPerBlock = 48 << 10;  // that a kernel may have without asking
// Thread ids of further lanes: beyond those of threads and streams.
constexpr int64_t kFirstFurtherLane = 1'000'000'000;

void add_device(JsonText& json, const TraceDevice& device) {
  const SmLimits& limits = device.limits;
  json.line().begin_object().member("id", device.id).member("name", device.name);
  json.member("totalGlobalMem", device.memory_bytes);
  json.member("computeMajor", limits.major).member("computeMinor", limits.minor);
  json.member("maxThreadsPerBlock", kMostBlockThreads);
  json.member("maxThreadsPerMultiprocessor", limits.max_threads_per_sm);
  json.member("regsPerBlock", limits.registers_per_sm).member("warpSize", kWarpThreads);
  json.member("sharedMemPerBlock", kSharedBytesPerBlock).member("numSms", device.sm_count);
  json.member("regsPerMultiprocessor", limits.registers_per_sm);
  json.member("sharedMemPerBlockOptin", limits.shared_bytes_per_block_optin);
  json.member("sharedMemPerMultiprocessor", limits.shared_bytes_per_sm).end_object();
}

void add_head(JsonText& json, const Profile& profile, const TraceInfo& info, int64_t base_ns) {
  json.begin_object().line().member("schemaVersion", kSchemaVersion).line();
  json.key("deviceProperties").begin_array();
  for (const TraceDevice& device : info.devices) add_device(json, device);
  json.end_array().line().key("attn_bench").begin_object();
  for (const auto& [key, value] : profile.facts) json.member(key, value);
  if (info.virtual_clock) json.member("device_times", kNotATime);
  if (const auto loss = describe_loss(profile.loss)) json.member("loss", *loss);
  json.end_object().line().member("displayTimeUnit", std::string_view("ms"));
  json.line().member("baseTimeNanoseconds", base_ns).line().key("traceEvents").begin_array();
}

/// Writes the bars row by row, and an arrow after each launch whose call is known.
class EventList {
 public:
  EventList(JsonText& json, const Profile& profile, const TraceInfo& info, const TraceSlices& slices)
      : events_(json, profile, info, slices.base_ns), profile_(profile), info_(info), slices_(slices) {}

  void write() {
    std::optional<uint32_t> row;
    for (const Slice& slice : slices_.slices) {
      if (slice.row != row) begin_row(slice.row);
      row = slice.row;
      const TraceLane lane = lane_of(slice);
      events_.slice(slice, lane);
      if (slice.kind == SliceKind::kCall && lane.tid != profile_.calls[slice.index].thread)
        moved_calls_.emplace(slice.index, lane.tid);
      if (slice.kind == SliceKind::kLaunch) add_arrow(profile_.launches[slice.index], slice, lane);
    }
  }

 private:
  void begin_row(uint32_t number) {
    const TraceRow& row = slices_.rows[number];
    const bool same_process = number > 0 && slices_.rows[number - 1].on_device == row.on_device &&
                              slices_.rows[number - 1].device == row.device;
    if (!same_process) events_.process(row);
    choice_ = {};
    lane_ids_.clear();
  }

  TraceLane lane_of(const Slice& slice) {
    const TraceRow& row = slices_.rows[slice.row];
    const int64_t pid = row.on_device ? row.device : info_.pid;
    const size_t nth = choice_.next(slice);
    while (lane_ids_.size() <= nth) {
      const int64_t id = lane_ids_.empty() ? row.number : next_further_lane_++;
      events_.lane({.pid = pid, .tid = id}, row, lane_ids_.size());
      lane_ids_.push_back(id);
    }
    return {.pid = pid, .tid = lane_ids_[nth]};
  }

  void add_arrow(const Launch& launch, const Slice& slice, const TraceLane& lane) {
    if (!launch.call) return;
    const CudaCall& call = profile_.calls[*launch.call];
    // Into the launch where that began before its call, as clocks are not aligned to the nanosecond.
    const int64_t head_ns = std::max(slice.span.begin_ns, call.span.begin_ns);
    if (head_ns > slice.span.end_ns) return;
    const auto moved = moved_calls_.find(*launch.call);
    const TraceLane from = {.pid = info_.pid, .tid = moved == moved_calls_.end() ? call.thread : moved->second};
    events_.arrow(arrow_id(launch), from, call.span.begin_ns, lane, head_ns);
  }

  /// The correlation; what follows the first launch of a call (a graph's nodes) gets a number that no call has, since
  /// viewers end an arrow at the first head.
  int64_t arrow_id(const Launch& launch) {
    if (drawn_.empty()) {
      drawn_.resize(profile_.calls.size());
      for (const CudaCall& call : profile_.calls) next_arrow_ = std::max(next_arrow_, call.correlation + 1);
    }
    if (drawn_[*launch.call]) return next_arrow_++;
    drawn_[*launch.call] = true;
    return launch.correlation;
  }

  TraceEvents events_;
  const Profile& profile_;
  const TraceInfo& info_;
  const TraceSlices& slices_;
  LaneChoice choice_;              // of the row in hand
  std::vector<int64_t> lane_ids_;  // of the row in hand
  int64_t next_further_lane_ = kFirstFurtherLane;
  std::unordered_map<size_t, int64_t> moved_calls_;  // to a further lane
  std::vector<bool> drawn_;                          // whether the call has an arrow
  int64_t next_arrow_ = 0;
};

}  // namespace

void write_chrome_trace(const TextSink& sink, const Profile& profile, const TraceInfo& info) {
  const TraceSlices slices = slices_of(profile, info.virtual_clock);
  JsonText json(sink);
  add_head(json, profile, info, slices.base_ns);
  EventList(json, profile, info, slices).write();
  std::string name = info.name;
  if (info.virtual_clock) name.append(" (").append(kNotATime).append(")");
  json.line().end_array().line().member("traceName", name).end_object().line();
  json.finish();
}

}  // namespace attn
