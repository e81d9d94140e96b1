#include "profiling/trace/trace_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "profiling/trace/kernel_fill.h"
#include "standin/contract.h"

namespace attn {
namespace {

constexpr int64_t kFirstDeviceSortIndex = 5'000'000;  // after every host process, as PyTorch's profiler has it

std::string_view category_of(const Launch& launch) {
  if (launch.kind == LaunchKind::kMemcpy) return "gpu_memcpy";
  if (launch.kind == LaunchKind::kMemset) return "gpu_memset";
  return "kernel";
}

// A whole call into a library stands among kernels; its name says that it is none. PyTorch's names of copies and sets
// say between which memories; of these two it is certain.
std::string name_in_trace(const Launch& launch) {
  const std::string name(launch.name);
  if (launch.kind == LaunchKind::kMemcpy && name == "Memcpy DtoD") return name + " (Device -> Device)";
  if (launch.kind == LaunchKind::kMemset && name == "Memset") return name + " (Device)";
  return launch.kind == LaunchKind::kLibrary ? std::string(standin::kLibraryCallPrefix) + name : name;
}

bool is_kernel(const Launch& launch) {
  return launch.kind == LaunchKind::kKernel || launch.kind == LaunchKind::kLibrary;
}

std::string step_name(const TraceInfo& info, size_t iteration) {
  return fmt::format("ProfilerStep#{}", info.first_step + static_cast<int64_t>(iteration));
}

/// Of a device's names.
std::string clock_note(const TraceInfo& info) {
  return info.virtual_clock ? fmt::format(" ({})", kNotATime) : "";
}

void add_extent(JsonText& json, std::string_view name, const LaunchExtent& extent) {
  json.key(name).begin_array().value(extent.x).value(extent.y).value(extent.z).end_array();
}

void add_sizes(JsonText& json, const std::vector<int64_t>& sizes) {
  json.begin_array();
  for (const int64_t size : sizes) json.value(size);
  json.end_array();
}

// Of what has no sizes an empty list, as of a tensor without dimensions.
void add_inputs(JsonText& json, const OpInputs& inputs) {
  json.key("Input Dims").begin_array();
  for (const OpInput& input : inputs) {
    if (input.is_list) json.begin_array();
    for (const std::vector<int64_t>& sizes : input.sizes) add_sizes(json, sizes);
    if (input.is_list) json.end_array();
    if (!input.is_list && input.sizes.empty()) add_sizes(json, {});
  }
  json.end_array().key("Input type").begin_array();
  for (const OpInput& input : inputs) json.value(std::string_view(input.type));
  json.end_array();
}

}  // namespace

TraceEvents::TraceEvents(JsonText& json, const Profile& profile, const TraceInfo& info, int64_t base_ns)
    : json_(json), profile_(profile), info_(info), base_ns_(base_ns) {}

void TraceEvents::process(const TraceRow& row) {
  const TraceLane lane = {.pid = row.on_device ? row.device : info_.pid};
  std::string label = row.on_device ? fmt::format("GPU {}", row.device) : "CPU";
  if (const auto loss = describe_loss(profile_.loss); loss && row.on_device) label += ", " + *loss;
  metadata("process_name", lane, "name", info_.process + (row.on_device ? clock_note(info_) : ""));
  metadata("process_labels", lane, "labels", label);
  metadata("process_sort_index", lane, "sort_index", row.on_device ? kFirstDeviceSortIndex + row.device : info_.pid);
}

void TraceEvents::lane(const TraceLane& lane, const TraceRow& row, size_t nth) {
  std::string name =
      row.on_device ? fmt::format("stream {}", row.number) : fmt::format("thread {} ({})", row.number, info_.process);
  if (nth > 0) name += fmt::format(" ({})", nth + 1);
  metadata("thread_name", lane, "name", name + (row.on_device ? clock_note(info_) : ""));
  metadata("thread_sort_index", lane, "sort_index", row.number);
}

void TraceEvents::slice(const Slice& slice, const TraceLane& lane) {
  switch (slice.kind) {
    case SliceKind::kIteration:
      begin("X", "user_annotation", step_name(info_, slice.index), lane);
      break;
    case SliceKind::kDeviceIteration:
      begin("X", "gpu_user_annotation", step_name(info_, slice.index), lane);
      break;
    case SliceKind::kOp:
      begin("X", "cpu_op", profile_.ops[slice.index].name, lane);
      break;
    case SliceKind::kCall: {
      const CudaCall& call = profile_.calls[slice.index];
      begin("X", call.of_driver ? "cuda_driver" : "cuda_runtime", call.name, lane);
      break;
    }
    case SliceKind::kLaunch: {
      const Launch& launch = profile_.launches[slice.index];
      begin("X", category_of(launch), name_in_trace(launch), lane);
      break;
    }
    case SliceKind::kLostLaunch:
      begin("i", "times_lost", name_in_trace(profile_.launches[slice.index]), lane);
      json_.member("s", std::string_view("t"));
      break;
  }
  time(slice.span.begin_ns);
  if (slice.kind != SliceKind::kLostLaunch) json_.key("dur").microseconds(length_ns(slice.span));
  json_.key("args").begin_object();
  arguments(slice);
  json_.end_object().end_object();
}

void TraceEvents::arrow(int64_t id, const TraceLane& from, int64_t from_ns, const TraceLane& to, int64_t to_ns) {
  arrow_end("s", id, from, from_ns);
  json_.end_object();
  arrow_end("f", id, to, to_ns);
  json_.member("bp", std::string_view("e")).end_object();
}

void TraceEvents::begin(std::string_view phase, std::string_view category, std::string_view name,
                        const TraceLane& lane) {
  json_.line().begin_object().member("ph", phase).member("cat", category).member("name", name);
  json_.member("pid", lane.pid).member("tid", lane.tid);
}

void TraceEvents::time(int64_t time_ns) {
  json_.key("ts").microseconds(time_ns - base_ns_);
}

void TraceEvents::arrow_end(std::string_view phase, int64_t id, const TraceLane& lane, int64_t time_ns) {
  begin(phase, "ac2g", "ac2g", lane);
  json_.member("id", id);
  time(time_ns);
}

template <typename Value>
void TraceEvents::metadata(std::string_view name, const TraceLane& lane, std::string_view key, const Value& value) {
  json_.line().begin_object().member("ph", std::string_view("M")).member("name", name);
  json_.member("pid", lane.pid).member("tid", lane.tid);
  time(base_ns_);
  json_.key("args").begin_object().member(key, value).end_object().end_object();
}

void TraceEvents::arguments(const Slice& slice) {
  switch (slice.kind) {
    case SliceKind::kIteration:
      return host_arguments(profile_.ops.size() + slice.index);
    case SliceKind::kDeviceIteration:
      return external_id(profile_.ops.size() + slice.index);
    case SliceKind::kOp:
      return op_arguments(slice.index);
    case SliceKind::kCall:
      return call_arguments(profile_.calls[slice.index]);
    case SliceKind::kLaunch:
    case SliceKind::kLostLaunch:
      return launch_arguments(profile_.launches[slice.index]);
  }
}

void TraceEvents::op_arguments(size_t number) {
  host_arguments(number);
  const std::optional<size_t> known = profile_.ops[number].inputs;
  if (known && !profile_.inputs[*known].empty()) add_inputs(json_, profile_.inputs[*known]);
}

void TraceEvents::host_arguments(size_t number) {
  external_id(number);
  json_.member("Record function id", int64_t{0});  // of PyTorch's execution traces, which there are none of here
  json_.member("Ev Idx", static_cast<int64_t>(number));
}

void TraceEvents::call_arguments(const CudaCall& call) {
  external_id(call.op);
  json_.member("correlation", call.correlation);
}

void TraceEvents::launch_arguments(const Launch& launch) {
  external_id(launch.op);
  json_.member("device", launch.device).member("context", launch.context).member("stream", launch.stream);
  json_.member("correlation", launch.correlation);
  if (is_kernel(launch)) kernel_arguments(launch);
  if (launch.bytes) json_.member("bytes", *launch.bytes);
  bandwidth(launch);
  if (launch.graph != 0) json_.member("graph id", launch.graph).member("graph node id", launch.graph_node);
}

void TraceEvents::kernel_arguments(const Launch& launch) {
  json_.member("queued", int64_t{0});  // CUPTI_TIMESTAMP_UNKNOWN: latency stamps are not asked for
  if (launch.registers) json_.member("registers per thread", *launch.registers);
  if (launch.static_shared_bytes && launch.dynamic_shared_bytes)
    json_.member("shared memory", *launch.static_shared_bytes + *launch.dynamic_shared_bytes);
  const auto device = std::ranges::find(info_.devices, launch.device, &TraceDevice::id);
  if (device != info_.devices.end()) {
    const auto fitting = info_.fitting_blocks ? info_.fitting_blocks(launch) : std::nullopt;
    if (const std::optional<KernelFill> fill = fill_of(launch, *device, fitting)) {
      json_.key("blocks per SM").decimal(fill->blocks_per_sm).key("warps per SM").decimal(fill->warps_per_sm);
      if (fill->occupancy_percent) json_.member("est. achieved occupancy %", *fill->occupancy_percent);
    }
  }
  if (launch.grid) add_extent(json_, "grid", *launch.grid);
  if (launch.block) add_extent(json_, "block", *launch.block);
}

// A figure made of a virtual time would look like a measured one.
void TraceEvents::bandwidth(const Launch& launch) {
  if (!launch.bytes || !launch.span || info_.virtual_clock) return;
  const int64_t duration_ns = length_ns(*launch.span);
  if (duration_ns <= 0) return;
  json_.key("memory bandwidth (GB/s)").decimal(static_cast<double>(*launch.bytes) / static_cast<double>(duration_ns));
}

// From 1 on, as there; forwards follow the ops.
void TraceEvents::external_id(const std::optional<size_t>& op) {
  if (op) json_.member("External id", static_cast<int64_t>(*op) + 1);
}

}  // namespace attn
