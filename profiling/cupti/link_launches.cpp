#include "profiling/cupti/link_launches.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "profiling/cupti/kernel_name.h"

namespace attn {
namespace {

/// What is known of a call by its correlation id.
struct Origin {
  const ApiCall* call = nullptr;
  std::optional<size_t> op;
  std::optional<int64_t> iteration;
};

using Origins = std::unordered_map<uint32_t, Origin>;

Origins find_origins(const ActivityRecords& records) {
  Origins origins;
  for (const ApiCall& call : records.calls) origins[call.correlation].call = &call;
  for (const ExternalId& external : records.external_ids) {
    Origin& origin = origins[external.correlation];
    if (external.of == ExternalId::Of::kOp) origin.op = static_cast<size_t>(external.id);
    if (external.of == ExternalId::Of::kIteration) origin.iteration = static_cast<int64_t>(external.id);
  }
  return origins;
}

bool has_times(const DeviceActivity& activity) {
  return activity.start_ns != 0 && activity.end_ns >= activity.start_ns;
}

/// Seconds as a double can't hold the time of day to the nanosecond; a difference of nanoseconds it can.
double seconds_between(uint64_t from_ns, uint64_t to_ns) {
  return static_cast<double>(to_ns - from_ns) * 1e-9;
}

uint64_t first_start_ns(const std::vector<DeviceActivity>& activities) {
  uint64_t first = UINT64_MAX;
  for (const DeviceActivity& activity : activities) {
    if (has_times(activity)) first = std::min(first, activity.start_ns);
  }
  return first;
}

// Correlation ids count up over the calls of the process. A graph's nodes share one.
std::vector<const DeviceActivity*> in_order_of_calls(const std::vector<DeviceActivity>& activities) {
  std::vector<const DeviceActivity*> ordered;
  ordered.reserve(activities.size());
  for (const DeviceActivity& activity : activities) ordered.push_back(&activity);
  std::stable_sort(ordered.begin(), ordered.end(), [](const DeviceActivity* a, const DeviceActivity* b) {
    if (a->correlation != b->correlation) return a->correlation < b->correlation;
    if (a->start_ns != b->start_ns) return a->start_ns < b->start_ns;
    return a->graph_node < b->graph_node;
  });
  return ordered;
}

Launch launch_of(const DeviceActivity& activity) {
  Launch launch;
  launch.kind = activity.kind;
  const bool named_by_compiler = activity.kind == LaunchKind::kKernel || activity.kind == LaunchKind::kLibrary;
  launch.name = named_by_compiler ? readable_kernel_name(activity.name) : activity.name;
  launch.mangled_name = activity.name;
  launch.grid = activity.grid;
  launch.block = activity.block;
  launch.registers = activity.registers;
  launch.static_shared_bytes = activity.static_shared_bytes;
  launch.dynamic_shared_bytes = activity.dynamic_shared_bytes;
  launch.bytes = activity.bytes;
  launch.stream = activity.stream;
  return launch;
}

/// Fills in where the launch comes from; returns whether all of it is known.
bool link(Launch& launch, const Origin& origin) {
  if (origin.call == nullptr) return false;
  launch.api = origin.call->name;
  launch.op = origin.op;
  launch.iteration = origin.iteration.value_or(0);
  return origin.iteration.has_value();
}

/// A call that launches one kernel or fails. (A copy of no bytes and an empty graph leave no record.)
bool launches_kernel(const ApiCall& call) {
  const bool launches = call.name.find("LaunchKernel") != std::string::npos ||
                        call.name.find("LaunchCooperativeKernel") != std::string::npos;
  return launches && !call.failed;
}

// Where CUPTI records the driver's call inside the runtime's as well, the kernel is the outer one's.
bool is_inside_a_runtime_call(const ApiCall& call, const std::vector<ApiCall>& calls) {
  if (call.of == ApiCall::Of::kRuntime) return false;
  return std::any_of(calls.begin(), calls.end(), [&](const ApiCall& outer) {
    return outer.of == ApiCall::Of::kRuntime && outer.thread == call.thread && outer.start_ns <= call.start_ns &&
           outer.end_ns >= call.end_ns;
  });
}

// That is how kernels are missed which CUPTI lost without counting them, as at the start of a session.
int64_t count_calls_without_kernel(const ActivityRecords& records) {
  std::unordered_set<uint32_t> launched;
  for (const DeviceActivity& activity : records.activities) launched.insert(activity.correlation);
  return std::count_if(records.calls.begin(), records.calls.end(), [&](const ApiCall& call) {
    return launches_kernel(call) && !launched.contains(call.correlation) &&
           !is_inside_a_runtime_call(call, records.calls);
  });
}

}  // namespace

LinkedLaunches link_launches(const ActivityRecords& records) {
  const Origins origins = find_origins(records);
  const uint64_t first_ns = first_start_ns(records.activities);
  LinkedLaunches linked;
  linked.loss.invalid = records.invalid_buffers;
  linked.loss.unlinked = count_calls_without_kernel(records);
  for (const DeviceActivity* activity : in_order_of_calls(records.activities)) {
    Launch launch = launch_of(*activity);
    const auto origin = origins.find(activity->correlation);
    if (origin == origins.end() || !link(launch, origin->second)) ++linked.loss.unlinked;
    if (has_times(*activity)) {
      launch.start_s = seconds_between(first_ns, activity->start_ns);
      launch.time_s = seconds_between(activity->start_ns, activity->end_ns);
    } else {
      ++linked.loss.zero_time;
    }
    linked.launches.push_back(std::move(launch));
  }
  return linked;
}

}  // namespace attn
