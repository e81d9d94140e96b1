#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "profiling/forward.h"

namespace attn {

/// One dispatched op of a forward.
struct RecordedOp {
  std::string name;     ///< "aten::matmul"
  int64_t parent = -1;  ///< index of the op that called it in the same list; −1 at the top
  int64_t depth = 0;    ///< 0 at the top
};

/// The ops of one untimed forward, in the order in which they began, by a callback on this thread alone. What the
/// forward throws passes through and the callback is removed.
std::vector<RecordedOp> record_ops(const Forward& forward);

/// Which attention implementation the ops prove to have run: "flash", "efficient", "cudnn", "math" (of SDPA), or "none"
/// when no op of SDPA is among them (naive attention).
std::string backend_of(const std::vector<RecordedOp>& ops);

}  // namespace attn
