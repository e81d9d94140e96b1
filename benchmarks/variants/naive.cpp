#include <ATen/core/Tensor.h>
#include <ATen/ops/masked_fill_ops.h>

#include <limits>

#include "benchmarks/variants/naive_attention.h"

namespace attn {

AttentionVariant naive() {
  const ApplyMask out_of_place = [](const at::Tensor& scores, const at::Tensor& masked_out) {
    return at::_ops::masked_fill_Scalar::call(scores, masked_out, -std::numeric_limits<double>::infinity());
  };
  return {.name = "Naive",
          .prepare = [=](const AttentionInputs& inputs) { return naive_forward(inputs, out_of_place); },
          .least_bytes = naive_least_bytes,
          .pinned_backend = ""};
}

}  // namespace attn
