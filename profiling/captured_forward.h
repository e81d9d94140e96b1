#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include "profiling/forward.h"
#include "profiling/op_recorder.h"
#include "profiling/profile.h"

namespace attn {

/// A forward that a CUDA graph can't hold, as one that waits for the GPU; the message is the reason.
class NotCapturable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A forward as a CUDA graph: captured once, launched again and again by one call.
struct CapturedForward {
  Forward replay;         ///< returns the same output tensor each time, which the next replay writes anew
  OpsWithTensors traced;  ///< of the forward that was captured; a replay dispatches no op
  std::vector<std::optional<size_t>> node_ops;  ///< of each node, in the order of capture: the op that recorded it, as
                                                ///< an index into `traced`; nothing: outside any op
  int64_t peak_bytes = 0;  ///< the most that the capture allocated at once, its output included. The graph holds that
                           ///< as long as it lives, a forward only while it runs
};

/// A forward as a case launches it.
struct LaunchedForward {
  Forward forward;                               ///< of a graph its replay
  std::optional<CapturedForward> captured = {};  ///< where it is launched as a graph
};

/// Gives the launches of one replay the ops that recorded them. CUPTI's node ids can't be told from the nodes that were
/// captured, but nodes that run one after another do so in the order of capture: so it is by that order, and only where
/// there are as many launches as nodes and none began before the one before it had ended. Else they keep no op.
void give_ops(std::vector<Launch>& launches, const CapturedForward& captured);

}  // namespace attn
