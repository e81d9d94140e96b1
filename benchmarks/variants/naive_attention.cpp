#include "benchmarks/variants/naive_attention.h"

#include <ATen/ScalarOps.h>
#include <ATen/ops/expand_ops.h>
#include <ATen/ops/matmul_ops.h>
#include <ATen/ops/mul_ops.h>
#include <ATen/ops/reshape_ops.h>
#include <ATen/ops/softmax_ops.h>
#include <ATen/ops/transpose_ops.h>
#include <ATen/ops/unsqueeze_ops.h>

namespace attn {
namespace {

/// [batch, kv_heads, len, head_dim] → [batch, q_heads, len, head_dim], each head `groups` times in a row.
at::Tensor repeat_heads(const at::Tensor& heads, int64_t groups) {
  if (groups == 1) return heads;
  const auto batch = heads.size(0), kv_heads = heads.size(1), len = heads.size(2), head_dim = heads.size(3);
  at::Tensor repeated = at::_ops::unsqueeze::call(heads, 2);
  repeated = at::_ops::expand::call(repeated, c10::SymIntArrayRef({batch, kv_heads, groups, len, head_dim}), false);
  return at::_ops::reshape::call(repeated, c10::SymIntArrayRef({batch, kv_heads * groups, len, head_dim}));
}

}  // namespace

void check_every_query_sees_a_key(const AttentionShape& shape) {
  if (fully_masked_rows(shape) > 0) {
    throw Unsupported(
        "gives NaN: with bottom-right causal and q_len > kv_len some queries see no key, and softmax of a row of "
        "-inf is NaN");
  }
}

Forward naive_forward(const AttentionInputs& inputs, ApplyMask apply_mask) {
  check_every_query_sees_a_key(inputs.shape);
  const at::Tensor masked_out = make_masked_out(inputs.shape, inputs.query.device());
  const int64_t groups = inputs.shape.q_heads / inputs.shape.kv_heads;
  return [inputs, masked_out, groups, apply_mask] {
    const at::Tensor key = repeat_heads(inputs.key, groups);
    const at::Tensor value = repeat_heads(inputs.value, groups);
    at::Tensor scores = at::_ops::matmul::call(inputs.query, at::_ops::transpose_int::call(key, -2, -1));
    // As Python multiplies by a float; Tensor::mul(Scalar) dispatches aten::mul twice.
    scores = at::_ops::mul_Tensor::call(scores, at::native::wrapped_scalar_tensor(inputs.scale));
    if (masked_out.defined()) scores = apply_mask(scores, masked_out);
    scores = at::_ops::softmax_int::call(scores, -1, std::nullopt);
    return at::_ops::matmul::call(scores, value);
  };
}

double naive_least_bytes(const AttentionShape& shape) {
  const double pairs = double(shape.q_len) * double(shape.kv_len);
  const double scores = double(shape.batch) * double(shape.q_heads) * pairs * double(bytes_of(shape.dtype));
  const double repeated = shape.q_heads == shape.kv_heads
                              ? 0
                              : 2. * double(shape.batch) * double(shape.q_heads) * double(shape.kv_len) *
                                    double(shape.head_dim) * double(bytes_of(shape.dtype));
  return 2 * scores + (shape.mask == Mask::kNone ? 0 : pairs) + repeated;
}

}  // namespace attn
