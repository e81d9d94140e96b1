#include "profiling/host_events.h"

#include <optional>
#include <unordered_map>

#include "profiling/span_cover.h"

namespace attn {
namespace {

bool encloses(const TimeSpan& outer, const TimeSpan& inner) {
  return outer.begin_ns <= inner.begin_ns && inner.end_ns <= outer.end_ns;
}

/// Finds for each call, in the order of their correlation, which on one thread is that of their begins, the innermost
/// one before it on its thread that it lies in.
class CallNesting {
 public:
  explicit CallNesting(const std::vector<CudaCall>& calls) : calls_(calls) {}

  std::optional<size_t> enclosing(size_t call) {
    std::vector<size_t>& open = open_[calls_[call].thread];
    while (!open.empty() && !encloses(calls_[open.back()].span, calls_[call].span)) open.pop_back();
    const auto found = open.empty() ? std::nullopt : std::optional(open.back());
    open.push_back(call);
    return found;
  }

 private:
  const std::vector<CudaCall>& calls_;
  std::unordered_map<int64_t, std::vector<size_t>> open_;  // by thread
};

void add_ops(HostEvents& events, const std::vector<RecordedOp>& ops) {
  for (size_t op = 0; op < ops.size(); ++op) {
    events.op_self_ns[op] += length_ns(ops[op].span);
    if (ops[op].parent < 0) continue;
    const auto caller = static_cast<size_t>(ops[op].parent);
    events.op_self_ns.at(caller) -= length_ns(ops[op].span);
    ++events.children[caller];
  }
}

}  // namespace

HostEvents host_events_of(const Profile& profile) {
  HostEvents events{.op_self_ns = std::vector<int64_t>(profile.ops.size()),
                    .call_self_ns = std::vector<int64_t>(profile.calls.size()),
                    .children = std::vector<int64_t>(profile.ops.size())};
  add_ops(events, profile.ops);
  CallNesting nesting(profile.calls);
  for (size_t i = 0; i < profile.calls.size(); ++i) {
    const CudaCall& call = profile.calls[i];
    events.call_self_ns[i] += length_ns(call.span);
    if (const std::optional<size_t> outer = nesting.enclosing(i)) {
      events.call_self_ns[*outer] -= length_ns(call.span);
    } else if (call.op) {
      events.op_self_ns[*call.op] -= overlap_ns(call.span, profile.ops.at(*call.op).span);
      ++events.children[*call.op];
    }
  }
  return events;
}

}  // namespace attn
