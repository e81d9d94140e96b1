// An attention with the signature of LibTorch's scaled_dot_product_attention.
#include <ATen/ops/scaled_dot_product_attention.h>
#include <torch/library.h>

namespace {

at::Tensor attention(const at::Tensor& query, const at::Tensor& key, const at::Tensor& value,
                     const std::optional<at::Tensor>& attn_mask, double dropout_p, bool is_causal,
                     std::optional<double> scale, bool enable_gqa) {
  return at::scaled_dot_product_attention(query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa);
}

}  // namespace

TORCH_LIBRARY(sample_sdpa, library) {
  library.def(
      "attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0.0, bool "
      "is_causal=False, *, float? scale=None, bool enable_gqa=False) -> Tensor");
}

TORCH_LIBRARY_IMPL(sample_sdpa, CPU, library) {
  library.impl("attention", attention);
}
