#include "profiling/observation.h"

#include <algorithm>
#include <stdexcept>

#include "profiling/occupancy.h"
#include "profiling/profile.h"
#include "profiling/time_span.h"

namespace attn {
namespace {

LaunchRow row_of(const Launch& launch, const std::vector<RecordedOp>& ops, const std::optional<SmLimits>& limits) {
  LaunchRow row{.op_path = op_path_of(ops, launch.op),
                .kind = std::string(name_of(launch.kind)),
                .name = std::string(launch.name),
                .grid = launch.grid,
                .block = launch.block,
                .registers = launch.registers,
                .static_shared_bytes = launch.static_shared_bytes,
                .dynamic_shared_bytes = launch.dynamic_shared_bytes,
                .bytes = launch.bytes};
  if (const auto occupancy = limits ? occupancy_of(launch, *limits) : std::nullopt) {
    row.occupancy = occupancy->occupancy;
    row.occupancy_limiter = occupancy->limiter;
  }
  return row;
}

/// Of each op whether it launched something itself.
std::vector<bool> launching_ops(const Profile& recording) {
  std::vector<bool> launching(recording.ops.size());
  for (const Launch& launch : recording.launches) {
    if (launch.op) launching.at(*launch.op) = true;
  }
  return launching;
}

bool same_names(const std::vector<RecordedOp>& left, const std::vector<RecordedOp>& right) {
  return std::ranges::equal(left, right, {}, &RecordedOp::name, &RecordedOp::name);
}

void add_ops(Observation& observation, const Profile& recording, const OpsWithTensors& traced,
             const AttentionWork& attention, const std::optional<DevicePeaks>& peaks) {
  const std::vector<bool> launching = launching_ops(recording);
  for (size_t op = 0; op < recording.ops.size(); ++op) {
    OpRow row{.order = static_cast<int64_t>(op), .op_path = op_path_of(recording.ops, op)};
    if (launching[op]) {
      const OpWork work = work_of(traced.ops[op], traced.tensors[op], attention);
      row.bytes = work.bytes_read + work.bytes_written;
      if (work.flops > 0) row.flops = work.flops;
      if (peaks) row.floor_s = floor_s_of(work, *peaks);
    }
    if (row.floor_s) observation.floor_s = observation.floor_s.value_or(0) + *row.floor_s;
    observation.ops.push_back(std::move(row));
  }
}

Profile record(const LaunchedForward& launched, Device& device) {
  Profile recording = device.profile(launched.forward, kOneForward);
  if (!launched.captured) return recording;
  recording.ops = launched.captured->traced.ops;
  give_ops(recording.launches, *launched.captured);
  return recording;
}

OpsWithTensors trace(const LaunchedForward& launched, Device& device) {
  if (launched.captured) return launched.captured->traced;
  OpsWithTensors traced = record_ops_with_tensors(launched.forward);
  device.synchronize();
  return traced;
}

}  // namespace

Observation observe_forward(const LaunchedForward& launched, Device& device, const AttentionWork& attention,
                            const std::optional<DevicePeaks>& peaks, bool times_are_real) {
  const Profile recording = record(launched, device);
  const OpsWithTensors traced = trace(launched, device);
  if (!same_names(recording.ops, traced.ops))
    throw std::runtime_error("two forwards in a row dispatched different ops, so their work can't be told");
  Observation observation{
      .loss = describe_loss(recording.loss), .backend = backend_of(recording.ops), .facts = recording.facts};
  const std::optional<SmLimits> limits = device.sm_limits();
  for (const Launch& launch : recording.launches) {
    LaunchRow row = row_of(launch, recording.ops, limits);
    row.order = static_cast<int64_t>(observation.launches.size());
    if (times_are_real && launch.span) row.time_s = length_s(*launch.span);
    observation.launches.push_back(std::move(row));
  }
  add_ops(observation, recording, traced, attention, peaks);
  return observation;
}

}  // namespace attn
