#pragma once

#include <memory>

#include "profiling/cuda/event_sample.h"
#include "tests/profiling/cuda/fake_stream.h"

namespace attn {

/// A forward of `launches` pieces of work on the GPU in the test's hand. It returns no tensor.
inline Forward fake_forward(const std::shared_ptr<FakeGpu>& gpu, int launches, double work_s) {
  return [gpu, launches, work_s] {
    for (int i = 0; i < launches; ++i) gpu->launch(work_s);
    return at::Tensor();
  };
}

/// Tools that read the fake's host clock, with a patience that no test reaches unless it blocks.
inline EventTools fake_tools(const std::shared_ptr<FakeGpu>& gpu) {
  return {.host_now_s = [gpu] { return gpu->host_now_s(); }, .monitor = nullptr};
}

}  // namespace attn
