#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profiling/time_span.h"

namespace attn {

/// One dispatched op of a forward.
struct RecordedOp {
  std::string name;       ///< "aten::matmul"
  int64_t parent = -1;    ///< index of the op that called it in the same list; −1 at the top. Of the same thread
  int64_t depth = 0;      ///< 0 at the top
  int64_t iteration = 0;  ///< of the recorded forwards, from 0
  int64_t thread = 0;     ///< that ran it, by the system's number
  TimeSpan span = {};     ///< on the host
  std::optional<size_t> inputs = {};  ///< what it was given: index into Profile::inputs; nothing: unknown
};

/// The op with all that called it, outermost first: "aten::masked_fill › aten::clone › aten::copy_". Empty for none.
std::string op_path_of(const std::vector<RecordedOp>& ops, std::optional<size_t> op);

/// Which attention implementation the ops prove to have run: "flash", "efficient", "cudnn", "math" (of SDPA), or "none"
/// when no op of SDPA is among them (naive attention). An implementation that this program does not know goes by its
/// op's name ("_scaled_dot_product_new_attention"); several in one forward are joined in order ("flash+math"); an SDPA
/// op that called none is "unknown".
std::string backend_of(const std::vector<RecordedOp>& ops);

}  // namespace attn
