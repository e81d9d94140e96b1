#include "profiling/cuda/l2_flush.h"

#include <ATen/ops/empty_ops.h>
#include <ATen/ops/sum_ops.h>
#include <c10/core/InferenceMode.h>

#include <stdexcept>

#include "profiling/cuda/cuda_check.h"

namespace attn {

namespace {

at::Tensor floats_on(at::Device device, at::SymIntArrayRef extents) {
  return at::_ops::empty_memory_format::call(extents, at::kFloat, at::kStrided, device, false, std::nullopt);
}

}  // namespace

L2Flush::L2Flush(int64_t l2_bytes, at::Device device) {
  if (l2_bytes <= 0) {
    throw std::runtime_error("the driver reports no L2 cache to flush: a cold cache can't be had, use --cache=hot");
  }
  const c10::InferenceMode inference;
  buffer_ = floats_on(device, {c10::SymInt(2 * l2_bytes / static_cast<int64_t>(sizeof(float)))});
  sum_ = floats_on(device, {});
}

void L2Flush::queue(cudaStream_t stream) {
  const c10::InferenceMode inference;
  ATTN_CUDA_CHECK(cudaMemsetAsync(buffer_.data_ptr(), 0, buffer_.nbytes(), stream), "flushing the L2 cache");
  // This overload writes into `sum_` itself; the one without dimensions adds a copy.
  at::_ops::sum_IntList_out::call(buffer_, std::nullopt, false, std::nullopt, sum_);
}

}  // namespace attn
