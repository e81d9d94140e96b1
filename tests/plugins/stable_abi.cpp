// Registered through LibTorch's stable ABI: it loads into later versions too.
#include <torch/csrc/stable/library.h>
#include <torch/csrc/stable/ops.h>
#include <torch/csrc/stable/tensor.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

using torch::stable::Tensor;

namespace {

/// fp32 on the CPU, contiguous; query [batch, heads, q_len, head_dim].
Tensor attention(const Tensor& query, const Tensor& key, const Tensor& value, bool is_causal, double scale) {
  Tensor output = torch::stable::empty_like(query);
  const int64_t heads = query.size(0) * query.size(1), q_len = query.size(2), kv_len = key.size(2), dim = query.size(3);
  const auto* q = static_cast<const float*>(query.data_ptr());
  const auto* k = static_cast<const float*>(key.data_ptr());
  const auto* v = static_cast<const float*>(value.data_ptr());
  auto* out = static_cast<float*>(output.data_ptr());
  std::vector<double> weights(static_cast<size_t>(kv_len));
  for (int64_t row = 0; row < heads * q_len; ++row) {
    const int64_t head = row / q_len;
    const int64_t visible = is_causal ? std::min(row % q_len + 1, kv_len) : kv_len;
    double most = -INFINITY, sum = 0;
    for (int64_t j = 0; j < visible; ++j) {
      double score = 0;
      for (int64_t d = 0; d < dim; ++d) score += double(q[row * dim + d]) * double(k[(head * kv_len + j) * dim + d]);
      weights[size_t(j)] = score * scale;
      most = std::max(most, weights[size_t(j)]);
    }
    for (int64_t j = 0; j < visible; ++j) sum += weights[size_t(j)] = std::exp(weights[size_t(j)] - most);
    for (int64_t d = 0; d < dim; ++d) {
      double element = 0;
      for (int64_t j = 0; j < visible; ++j) element += weights[size_t(j)] * double(v[(head * kv_len + j) * dim + d]);
      out[row * dim + d] = float(element / sum);
    }
  }
  return output;
}

}  // namespace

STABLE_TORCH_LIBRARY(sample_stable, library) {
  library.def("attention(Tensor query, Tensor key, Tensor value, bool is_causal, float scale) -> Tensor");
}

STABLE_TORCH_LIBRARY_IMPL(sample_stable, CPU, library) {
  library.impl("attention", TORCH_BOX(&attention));
}
