#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "profiling/forward.h"
#include "profiling/op_inputs.h"
#include "profiling/recorded_op.h"
#include "profiling/time_span.h"

namespace attn {

/// Is told of each forward and each op while they are recorded, on the thread that runs them.
class OpObserver {
 public:
  virtual ~OpObserver() = default;
  virtual void forward_began(int64_t iteration) noexcept = 0;
  virtual void forward_ended(int64_t iteration) noexcept = 0;  ///< also when it threw
  virtual void op_began(size_t op) noexcept = 0;  ///< `op`: its index in the list that the recording returns
  virtual void op_ended(size_t op) noexcept = 0;
};

/// Some forwards in a row and the ops that they dispatched.
struct RecordedForwards {
  std::vector<TimeSpan> iterations;  ///< one a forward: from its call until its output is freed
  std::vector<RecordedOp> ops;       ///< of all threads, in the order in which they began
};

/// Records the ops of that many forwards, on whatever thread they run. What the forward throws passes through and
/// nothing stays attached. All ops of the forwards have ended when the last one returns or throws, those of other
/// threads too. Throws std::logic_error while another recording runs. `observer` may be null.
RecordedForwards record_forwards(const Forward& forward, int64_t forwards, OpObserver* observer = nullptr);

/// Of one forward.
std::vector<RecordedOp> record_ops(const Forward& forward);

struct OpsWithInputs {
  std::vector<RecordedOp> ops;
  std::vector<OpInputs> inputs;  ///< of the op at the same index
};

/// record_forwards() with what each op was given. LibTorch hands that over at a cost, so for forwards of its own.
OpsWithInputs record_ops_with_inputs(const Forward& forward, int64_t forwards = 1, OpObserver* observer = nullptr);

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

/// record_forwards() with each op's tensors, those that it returned too: slower still, so for forwards of its own.
OpsWithTensors record_ops_with_tensors(const Forward& forward, int64_t forwards = 1, OpObserver* observer = nullptr);

}  // namespace attn
