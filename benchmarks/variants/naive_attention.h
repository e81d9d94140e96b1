#pragma once

#include "benchmarks/attention_variant.h"

namespace attn {

/// Scores with −inf where `masked_out` is true; either a new tensor or `scores` itself, changed.
using ApplyMask = at::Tensor (*)(const at::Tensor& scores, const at::Tensor& masked_out);

/// Attention as a textbook writes it: matmul, mul, mask, softmax, matmul, with the score matrix in memory. The mask is
/// built here, outside the forward. With kv_heads < q_heads the forward repeats the key and value heads first (two
/// copies of q_heads heads: a cost that SDPA's backends don't have). Throws Unsupported for a shape with fully masked
/// rows.
Forward naive_forward(const AttentionInputs& inputs, ApplyMask apply_mask);

/// Throws Unsupported for a shape with fully masked rows, for which it gives NaN.
void check_every_query_sees_a_key(const AttentionShape& shape);

/// Two score matrices at once, the mask, and the repeated heads.
double naive_least_bytes(const AttentionShape& shape);

}  // namespace attn
