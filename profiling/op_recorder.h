#pragma once

#include <cstddef>
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

/// Is told of each op while it is recorded, on the thread that runs it.
class OpObserver {
 public:
  virtual ~OpObserver() = default;
  virtual void op_began(size_t op) noexcept = 0;  ///< `op`: its index in the list that record_ops() returns
  virtual void op_ended(size_t op) noexcept = 0;
};

/// The ops of one untimed forward, in the order in which they began, by a callback on this thread alone. What the
/// forward throws passes through and the callback is removed. Throws std::logic_error when called by a forward that is
/// being recorded itself. The output is freed inside; `observer` may be null.
std::vector<RecordedOp> record_ops(const Forward& forward, OpObserver* observer = nullptr);

/// A tensor that an op was given or returned.
struct OpTensor {
  std::vector<int64_t> sizes;
  std::string dtype;  ///< "BFloat16", as LibTorch names it
  int64_t element_bytes = 0;
  int64_t touched_bytes = 0;  ///< of its distinct elements: an expanded dimension (stride 0) counts once
  const void* data =
      nullptr;  ///< where it begins; null where it has no storage. Not to be read; it may be another tensor's later
};

/// The tensors of one op; lists of tensors are flattened, undefined ones left out. A tensor that is written in place or
/// as `out` is among the inputs and the outputs.
struct OpTensors {
  std::vector<OpTensor> inputs;
  std::vector<OpTensor> outputs;
};

struct OpsWithTensors {
  std::vector<RecordedOp> ops;
  std::vector<OpTensors> tensors;  ///< of the op at the same index
};

/// record_ops() with each op's tensors: slower, so for a forward of its own.
OpsWithTensors record_ops_with_tensors(const Forward& forward);

/// Which attention implementation the ops prove to have run: "flash", "efficient", "cudnn", "math" (of SDPA), or "none"
/// when no op of SDPA is among them (naive attention). An implementation that this program does not know goes by its
/// op's name ("_scaled_dot_product_new_attention"); several in one forward are joined in order ("flash+math"); an SDPA
/// op that called none is "unknown".
std::string backend_of(const std::vector<RecordedOp>& ops);

}  // namespace attn
