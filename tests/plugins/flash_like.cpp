// Attentions with FlashAttention's signatures and its bottom-right causal mask, and as a Hugging Face kernel's library
// a Python entry that registers nothing. q [batch, q_len, q_heads, head_dim], k and v [batch, kv_len, kv_heads,
// head_dim].
#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/softmax.h>
#include <torch/library.h>

#include <limits>
#include <vector>

extern "C" void* PyModule_Create2(void* definition, int version);
extern "C" void* PyInit_flash_like() {
  return PyModule_Create2(nullptr, 3);
}

namespace {

at::Tensor attend(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, double scale, bool causal) {
  const int64_t groups = q.size(2) / k.size(2), q_len = q.size(1), kv_len = k.size(1);
  const at::Tensor query = q.transpose(1, 2);
  const at::Tensor key = k.transpose(1, 2).repeat_interleave(groups, 1);
  const at::Tensor value = v.transpose(1, 2).repeat_interleave(groups, 1);
  at::Tensor scores = at::matmul(query, key.transpose(2, 3)).mul(scale);
  if (causal) {
    const at::Tensor hidden = at::ones({q_len, kv_len}, at::kBool).triu(kv_len - q_len + 1);
    scores.masked_fill_(hidden, -std::numeric_limits<double>::infinity());
  }
  return at::matmul(at::softmax(scores, -1), value).transpose(1, 2).contiguous();
}

std::tuple<at::Tensor, at::Tensor> fwd(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                                       std::optional<double> softmax_scale, bool is_causal, int64_t, int64_t, double) {
  const double scale = softmax_scale.value_or(1 / std::sqrt(static_cast<double>(q.size(3))));
  return {attend(q, k, v, scale, is_causal), at::empty({0})};
}

std::vector<at::Tensor> fwd_2(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                              const std::optional<at::Tensor>& out, const std::optional<at::Tensor>&, double p_dropout,
                              double softmax_scale, bool is_causal, int64_t window_left, int64_t window_right,
                              double softcap, bool return_softmax, std::optional<at::Generator>) {
  TORCH_CHECK(!out && p_dropout == 0 && window_left == -1 && window_right == -1 && softcap == 0 && !return_softmax,
              "only neutral values");
  return {attend(q, k, v, softmax_scale, is_causal), at::empty({0})};
}

/// q [sum of the lengths, heads, head_dim].
std::vector<at::Tensor> varlen_fwd(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                                   const at::Tensor& cu_seqlens_q, const at::Tensor& cu_seqlens_k, int64_t max_seqlen_q,
                                   int64_t max_seqlen_k, double softmax_scale, bool is_causal) {
  TORCH_CHECK(cu_seqlens_q.scalar_type() == at::kInt && cu_seqlens_k.scalar_type() == at::kInt, "bounds are int32");
  const int* q_begin = cu_seqlens_q.const_data_ptr<int>();
  const int* k_begin = cu_seqlens_k.const_data_ptr<int>();
  std::vector<at::Tensor> outputs;
  for (int64_t i = 0; i + 1 < cu_seqlens_q.size(0); ++i) {
    TORCH_CHECK(q_begin[i + 1] - q_begin[i] <= max_seqlen_q && k_begin[i + 1] - k_begin[i] <= max_seqlen_k,
                "a sequence is longer than the longest");
    const auto part = [&](const at::Tensor& tensor, const int* begin) {
      return tensor.slice(0, begin[i], begin[i + 1]).unsqueeze(0);
    };
    outputs.push_back(
        attend(part(q, q_begin), part(k, k_begin), part(v, k_begin), softmax_scale, is_causal).squeeze(0));
  }
  return {at::cat(outputs)};
}

}  // namespace

TORCH_LIBRARY(sample_flash, library) {
  library.def(
      "fwd(Tensor q, Tensor k, Tensor v, float? softmax_scale=None, bool is_causal=False, int window_size_left=-1, int "
      "window_size_right=-1, float softcap=0.0) -> (Tensor, Tensor)");
  library.def(
      "fwd_2(Tensor q, Tensor k, Tensor v, Tensor(out_!)? out_, Tensor? alibi_slopes_, float p_dropout, float "
      "softmax_scale, bool is_causal, int window_size_left, int window_size_right, float softcap, bool return_softmax, "
      "Generator? gen_) -> Tensor[]");
  library.def(
      "varlen_fwd(Tensor q, Tensor k, Tensor v, Tensor cu_seqlens_q, Tensor cu_seqlens_k, int max_seqlen_q, int "
      "max_seqlen_k, float softmax_scale, bool is_causal) -> Tensor[]");
}

TORCH_LIBRARY_IMPL(sample_flash, CPU, library) {
  library.impl("fwd", fwd);
  library.impl("fwd_2", fwd_2);
  library.impl("varlen_fwd", varlen_fwd);
}
