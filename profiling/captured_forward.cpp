#include "profiling/captured_forward.h"

namespace attn {
namespace {

bool ran_one_after_another(const std::vector<Launch>& launches) {
  for (size_t i = 0; i < launches.size(); ++i) {
    if (!launches[i].span) return false;
    if (i > 0 && launches[i].span->begin_ns < launches[i - 1].span->end_ns) return false;
  }
  return true;
}

}  // namespace

void give_ops(std::vector<Launch>& launches, const CapturedForward& captured) {
  if (launches.size() != captured.node_ops.size() || !ran_one_after_another(launches)) return;
  for (size_t i = 0; i < launches.size(); ++i) launches[i].op = captured.node_ops[i];
}

}  // namespace attn
