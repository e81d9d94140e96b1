#include "profiling/cupti/nested_calls.h"

#include <algorithm>

namespace attn {

NestedCalls::NestedCalls(const std::vector<CudaCall>& calls) {
  for (const CudaCall& call : calls) {
    if (!call.of_driver) runtime_calls_[call.thread].push_back({call.span.begin_ns, call.span.end_ns});
  }
  for (auto& [thread, begun] : runtime_calls_) {
    std::ranges::sort(begun, {}, &Begun::begin_ns);
    for (size_t i = 1; i < begun.size(); ++i)
      begun[i].last_end_ns = std::max(begun[i].last_end_ns, begun[i - 1].last_end_ns);
  }
}

bool NestedCalls::is_inside_a_runtime_call(const CudaCall& call) const {
  if (!call.of_driver) return false;
  const auto thread = runtime_calls_.find(call.thread);
  if (thread == runtime_calls_.end()) return false;
  const auto later = std::ranges::upper_bound(thread->second, call.span.begin_ns, {}, &Begun::begin_ns);
  return later != thread->second.begin() && std::prev(later)->last_end_ns >= call.span.end_ns;
}

}  // namespace attn
