#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

#include "profiling/forward.h"

namespace attn {

/// Naive causal attention as Python writes it: matmul, times a wrapped scalar, masked_fill, softmax, matmul, one
/// statement a step, the results rebound; fp32 inputs [1, heads, length, head_dim] and the mask are made once, outside.
Forward naive_forward(int64_t heads, int64_t length, int64_t head_dim, at::Device device = at::kCPU);

/// Causal SDPA on the same inputs with only the backend "flash" or "math" enabled during the call.
Forward sdpa_forward(const char* backend, int64_t heads, int64_t length, int64_t head_dim);

}  // namespace attn
