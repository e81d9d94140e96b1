#pragma once

#include <ATen/core/Tensor.h>

#include <optional>
#include <string_view>

namespace attn {

/// A call of scaled_dot_product_attention without dropout; [batch, heads, len, head_dim] each.
struct SdpaCall {
  at::Tensor query, key, value;
  std::optional<at::Tensor> attn_mask;  ///< bool, true where a query may see a key
  bool is_causal = false;
  bool enable_gqa = false;
};

/// Has LibTorch check the call for a backend ("flash", "efficient", "cudnn") on CUDA and give its reasons as warnings
/// of this thread. Its own dispatch does not come to that: it stops at a backend of its list that CUDA does not have
/// ("Invalid backend", seen with 2.11). Nothing for other backends and in a build without CUDA.
void warn_why_sdpa_refuses(std::string_view backend, const SdpaCall& call);

}  // namespace attn
