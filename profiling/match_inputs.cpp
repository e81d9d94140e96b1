#include "profiling/match_inputs.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace attn {
namespace {

/// Those of one forward that ran in that thread, in order.
std::map<int64_t, std::vector<size_t>> ops_by_forward(const std::vector<RecordedOp>& ops, int64_t thread) {
  std::map<int64_t, std::vector<size_t>> places;
  for (size_t i = 0; i < ops.size(); ++i) {
    if (ops[i].thread == thread) places[ops[i].iteration].push_back(i);
  }
  return places;
}

}  // namespace

void match_inputs(Profile& profile, const std::vector<RecordedOp>& ops, std::vector<OpInputs> inputs) {
  profile.inputs = std::move(inputs);
  const auto further = ops_by_forward(ops, profile.thread);
  if (further.empty()) return;
  const std::vector<size_t>& known = further.begin()->second;
  const auto are_alike = [&](size_t own, size_t other) {
    return profile.ops[own].name == ops[other].name && profile.ops[own].depth == ops[other].depth;
  };
  for (const auto& [iteration, own] : ops_by_forward(profile.ops, profile.thread)) {
    if (!std::ranges::equal(own, known, are_alike)) continue;
    for (size_t i = 0; i < own.size(); ++i) profile.ops[own[i]].inputs = known[i];
  }
}

}  // namespace attn
