#include "profiling/cupti/link_launches.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

#include "profiling/cupti/call_origins.h"
#include "profiling/cupti/nested_calls.h"

namespace attn {
namespace {

/// A call that launches one kernel or fails. (A copy of no bytes and an empty graph leave no record.)
bool launches_kernel(const CudaCall& call) {
  const bool launches = call.name.find("LaunchKernel") != std::string_view::npos ||
                        call.name.find("LaunchCooperativeKernel") != std::string_view::npos;
  return launches && !call.failed;
}

template <typename Element, typename Key>
void put_in_order(std::vector<Element>& elements, Key key) {
  const auto before = [&](const Element& a, const Element& b) { return key(a) < key(b); };
  if (!std::ranges::is_sorted(elements, before)) std::ranges::stable_sort(elements, before);
}

/// Works on the records in place: a million of them take hundreds of megabytes, and to write that twice takes longer
/// than all the rest.
class Linker {
 public:
  Linker(ActivityRecords& records, const std::vector<RecordedOp>& ops, int64_t thread)
      : records_(records), ops_(ops), thread_(thread), origins_(records) {}

  LossCount link() {
    LossCount loss{.invalid = records_.invalid_buffers, .missing = count_calls_without_kernel()};
    link_calls();
    link_launches(loss);
    return loss;
  }

 private:
  int64_t count_calls_without_kernel();
  void link_calls();
  void link_launches(LossCount& loss);

  static bool is_left_out(const CallOrigin& origin) { return origin.iteration == kLeftOut || origin.op == kLeftOut; }
  std::optional<size_t> op_of(const CallOrigin& origin) const {
    return origin.op < ops_.size() ? std::optional<size_t>(origin.op) : std::nullopt;
  }
  /// A call of another thread than the forward's has no id of its own for the iteration, but its op knows it.
  std::optional<int64_t> iteration_of(const CallOrigin& origin) const {
    if (origin.iteration != CallOrigin::kNoId) return static_cast<int64_t>(origin.iteration);
    const std::optional<size_t> op = op_of(origin);
    return op ? std::optional(ops_[*op].iteration) : std::nullopt;
  }

  ActivityRecords& records_;
  const std::vector<RecordedOp>& ops_;
  int64_t thread_;
  CallOrigins origins_;
};

// That is how kernels are missed which CUPTI lost without counting them, as at the start of a session.
int64_t Linker::count_calls_without_kernel() {
  int64_t count = 0;
  std::optional<NestedCalls> nested;
  for (const CudaCall& call : records_.calls) {
    const CallOrigin& origin = origins_.at(call.correlation);
    if (origin.has_activity || is_left_out(origin) || !launches_kernel(call)) continue;
    if (!nested) nested.emplace(records_.calls);
    if (!nested->is_inside_a_runtime_call(call)) ++count;
  }
  return count;
}

void Linker::link_calls() {
  std::erase_if(records_.calls, [&](const CudaCall& call) {
    const CallOrigin& origin = origins_.at(call.correlation);
    return is_left_out(origin) || !iteration_of(origin);
  });
  put_in_order(records_.calls, [](const CudaCall& call) { return call.correlation; });
  for (size_t i = 0; i < records_.calls.size(); ++i) {
    CudaCall& call = records_.calls[i];
    CallOrigin& origin = origins_.at(call.correlation);
    origin.call = i;
    call.op = op_of(origin);
    call.iteration = iteration_of(origin).value();
    call.thread = call.op ? ops_[*call.op].thread : thread_;
  }
}

// Correlation ids count up over the calls of the process. A graph's nodes share one.
void Linker::link_launches(LossCount& loss) {
  std::erase_if(records_.launches, [&](const Launch& launch) { return is_left_out(origins_.at(launch.correlation)); });
  put_in_order(records_.launches, [](const Launch& launch) {
    return std::tuple(launch.correlation, launch.span ? launch.span->begin_ns : 0, launch.graph_node);
  });
  for (Launch& launch : records_.launches) {
    const CallOrigin& origin = origins_.at(launch.correlation);
    launch.op = op_of(origin);
    launch.iteration = iteration_of(origin);
    if (origin.call != CallOrigin::kNone)
      launch.call = origin.call;
    else
      ++loss.unlinked;
    if (!launch.span) ++loss.zero_time;
  }
}

}  // namespace

LinkedLaunches link_launches(ActivityRecords records, const std::vector<RecordedOp>& ops, int64_t thread) {
  const LossCount loss = Linker(records, ops, thread).link();
  return {.calls = std::move(records.calls), .launches = std::move(records.launches), .loss = loss};
}

}  // namespace attn
