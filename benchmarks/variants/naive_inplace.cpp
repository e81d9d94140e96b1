#include <ATen/core/Tensor.h>
#include <ATen/ops/masked_fill_ops.h>

#include <limits>

#include "benchmarks/variants/naive_attention.h"

namespace attn {

AttentionVariant naive_inplace() {
  const ApplyMask in_place = [](const at::Tensor& scores, const at::Tensor& masked_out) {
    at::Tensor masked = scores;
    return at::_ops::masked_fill__Scalar::call(masked, masked_out, -std::numeric_limits<double>::infinity());
  };
  return {.name = "NaiveInplace",
          .prepare = [=](const AttentionInputs& inputs) { return naive_forward(inputs, in_place); },
          .least_bytes = naive_least_bytes,
          .pinned_backend = ""};
}

}  // namespace attn
