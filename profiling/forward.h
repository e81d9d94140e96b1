#pragma once

#include <ATen/core/Tensor.h>

#include <functional>

namespace attn {

/// One attention forward pass; returns [batch, q_heads, q_len, head_dim].
using Forward = std::function<at::Tensor()>;

}  // namespace attn
