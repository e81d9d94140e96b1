#pragma once

#include <c10/core/Device.h>
#include <c10/cuda/CUDAStream.h>

#include <memory>
#include <optional>

#include "profiling/captured_forward.h"
#include "profiling/forward.h"

namespace attn {

/// Memory of LibTorch's caching allocator for graphs alone, whose addresses they keep.
class GraphMemory;

/// Captures forwards into CUDA graphs, by LibTorch's at::cuda::CUDAGraph. Its graphs share their memory: none runs
/// while another does, and each writes all that it reads but its inputs. So together they hold the most that any of
/// them needs, and every output. It goes back to the allocator with the last of them.
class GraphCapture {
 public:
  explicit GraphCapture(at::Device device) : device_(device) {}

  /// The forward first runs once on the stream that is captured, since handles, workspaces and plans of the libraries
  /// are made then. Afterwards the output is NaN, until a replay has written it. Cached memory that no one uses goes
  /// back to the driver before. Throws NotCapturable when the forward runs but can't be captured, and what it throws
  /// when it can't be run.
  CapturedForward capture(const Forward& forward);

 private:
  at::Device device_;
  std::optional<c10::cuda::CUDAStream> side_;  ///< one for all: cuBLAS keeps a workspace a stream
  std::weak_ptr<GraphMemory> memory_;          ///< the graphs have it
};

}  // namespace attn
