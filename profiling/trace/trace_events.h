#pragma once

#include <cstdint>
#include <string_view>

#include "profiling/trace/chrome_trace.h"
#include "profiling/trace/json_text.h"
#include "profiling/trace/trace_slices.h"

namespace attn {

/// Stands in every name of a trace whose device times are a stand-in's.
inline constexpr std::string_view kNotATime = "virtual clock, not a time";

/// Where viewers draw an event: a lane of theirs.
struct TraceLane {
  int64_t pid = 0;
  int64_t tid = 0;
};

/// Writes the single events of a trace, one a line, in the words of PyTorch's profiler.
class TraceEvents {
 public:
  TraceEvents(JsonText& json, const Profile& profile, const TraceInfo& info, int64_t base_ns);

  /// The process that a row belongs to: its name, its label and its place among the others.
  void process(const TraceRow& row);
  /// A lane's name. `nth`: of the lanes of that row, from 0.
  void lane(const TraceLane& lane, const TraceRow& row, size_t nth);
  void slice(const Slice& slice, const TraceLane& lane);
  /// From the beginning of a call to a launch, given by their lanes and times.
  void arrow(int64_t id, const TraceLane& from, int64_t from_ns, const TraceLane& to, int64_t to_ns);

 private:
  void begin(std::string_view phase, std::string_view category, std::string_view name, const TraceLane& lane);
  void time(int64_t time_ns);
  void arrow_end(std::string_view phase, int64_t id, const TraceLane& lane, int64_t time_ns);
  template <typename Value>
  void metadata(std::string_view name, const TraceLane& lane, std::string_view key, const Value& value);
  void arguments(const Slice& slice);
  void op_arguments(size_t number);
  void host_arguments(size_t number);  // of an op; forwards are numbered on from the ops
  void call_arguments(const CudaCall& call);
  void launch_arguments(const Launch& launch);
  void kernel_arguments(const Launch& launch);
  void bandwidth(const Launch& launch);
  void external_id(const std::optional<size_t>& op);

  JsonText& json_;
  const Profile& profile_;
  const TraceInfo& info_;
  const int64_t base_ns_;
};

}  // namespace attn
