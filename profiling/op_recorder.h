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
/// forward throws passes through and the callback is removed. Throws std::logic_error when called by a forward that is
/// being recorded itself.
std::vector<RecordedOp> record_ops(const Forward& forward);

/// Which attention implementation the ops prove to have run: "flash", "efficient", "cudnn", "math" (of SDPA), or "none"
/// when no op of SDPA is among them (naive attention). An implementation that this program does not know goes by its
/// op's name ("_scaled_dot_product_new_attention"); several in one forward are joined in order ("flash+math"); an SDPA
/// op that called none is "unknown".
std::string backend_of(const std::vector<RecordedOp>& ops);

}  // namespace attn
