#include "profiling/warm_up.h"

#include <algorithm>

namespace attn {

OpsWithInputs record_warm_up(const Forward& forward, const Schedule& schedule, OpObserver* observer) {
  const int64_t telling = schedule.inputs ? 1 : 0;
  record_forwards(forward, std::max<int64_t>(schedule.warm_up - telling, 0), observer);
  return telling == 0 ? OpsWithInputs{} : record_ops_with_inputs(forward, telling, observer);
}

}  // namespace attn
