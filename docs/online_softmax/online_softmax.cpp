// Attention with an online softmax on the CPU, fp32: the example of docs/kernels.md.
//
// A block of queries goes over the keys block by block and keeps, for each query, the largest score m so far, the sum l
// of exp(score − m) and the output o that belongs to them. When a block brings a larger score, l and o are scaled by
// exp(m_old − m_new). So the score matrix never exists as a whole. M. Milakov, N. Gimelshein: Online normalizer
// calculation for softmax, arXiv:1805.02867; T. Dao et al.: FlashAttention, arXiv:2205.14135, algorithm 1.
#include <ATen/Parallel.h>
#include <ATen/cpu/vec/vec.h>
#include <ATen/ops/empty_like.h>
#include <torch/library.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

// BLAS, which LibTorch carries: C = alpha·op(A)·op(B) + beta·C, column by column.
extern "C" void sgemm_(const char* op_a, const char* op_b, const int* m, const int* n, const int* k, const float* alpha,
                       const float* a, const int* lda, const float* b, const int* ldb, const float* beta, float* c,
                       const int* ldc);

namespace {

using Vec = at::vec::Vectorized<float>;

constexpr int kQueries = 64;  // of a block: its scores, 64 kB, stay in the L2 cache
constexpr int kKeys = 256;
constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

/// One head of one sequence, rows of head_dim floats.
struct Head {
  const float* query;
  const float* key;
  const float* value;
  float* output;
  int64_t q_len;
  int64_t kv_len;
  int head_dim;
  float scale;
  bool causal;  ///< query i sees keys 0 … i
};

/// What a thread works with: one block of queries against one of keys.
struct Block {
  std::vector<float> scores = std::vector<float>(kQueries * kKeys);
  std::vector<float> most = std::vector<float>(kQueries);
  std::vector<float> sum = std::vector<float>(kQueries);
};

float largest(const float* row, int size) {
  Vec most(kMinusInfinity);
  int i = 0;
  for (; i + Vec::size() <= size; i += Vec::size()) most = at::vec::maximum(most, Vec::loadu(row + i));
  float result = at::vec::vec_reduce_all<float>([](Vec a, Vec b) { return at::vec::maximum(a, b); }, most);
  for (; i < size; ++i) result = std::max(result, row[i]);
  return result;
}

/// row = exp(row − most); returns the sum.
float exponentials(float* row, int size, float most) {
  Vec sum(0);
  int i = 0;
  for (; i + Vec::size() <= size; i += Vec::size()) {
    const Vec value = (Vec::loadu(row + i) - Vec(most)).exp_u20();
    value.store(row + i);
    sum = sum + value;
  }
  float result = at::vec::vec_reduce_all<float>([](Vec a, Vec b) { return a + b; }, sum);
  for (; i < size; ++i) result += row[i] = std::exp(row[i] - most);
  return result;
}

void scale(float* row, int size, float factor) {
  for (int i = 0; i < size; ++i) row[i] *= factor;
}

/// Takes the keys from `key` on into the outputs of the queries from `query` on.
void take_keys(const Head& head, Block& block, int64_t query, int queries, int64_t key, int keys) {
  const float one = 1, zero = 0;
  float* output = head.output + query * head.head_dim;
  sgemm_("T", "N", &keys, &queries, &head.head_dim, &head.scale, head.key + key * head.head_dim, &head.head_dim,
         head.query + query * head.head_dim, &head.head_dim, &zero, block.scores.data(), &kKeys);
  for (int row = 0; row < queries; ++row) {
    float* scores = block.scores.data() + row * kKeys;
    if (head.causal) {
      const int64_t visible = std::clamp<int64_t>(query + row + 1 - key, 0, keys);
      std::fill(scores + visible, scores + keys, kMinusInfinity);
    }
    const float most = std::max(block.most[row], largest(scores, keys));
    const float factor = std::exp(block.most[row] - most);  // 0 at the first block, where most is −∞
    block.sum[row] = block.sum[row] * factor + exponentials(scores, keys, most);
    block.most[row] = most;
    if (factor != 1) scale(output + row * head.head_dim, head.head_dim, factor);
  }
  sgemm_("N", "N", &head.head_dim, &queries, &keys, &one, head.value + key * head.head_dim, &head.head_dim,
         block.scores.data(), &kKeys, &one, output, &head.head_dim);
}

void attend(const Head& head, Block& block, int64_t query) {
  const int queries = static_cast<int>(std::min<int64_t>(kQueries, head.q_len - query));
  float* output = head.output + query * head.head_dim;
  std::fill_n(output, queries * head.head_dim, 0.0F);
  std::fill(block.most.begin(), block.most.end(), kMinusInfinity);
  std::fill(block.sum.begin(), block.sum.end(), 0.0F);
  const int64_t end = head.causal ? std::min(head.kv_len, query + queries) : head.kv_len;
  for (int64_t key = 0; key < end; key += kKeys)
    take_keys(head, block, query, queries, key, static_cast<int>(std::min<int64_t>(kKeys, end - key)));
  for (int row = 0; row < queries; ++row) scale(output + row * head.head_dim, head.head_dim, 1 / block.sum[row]);
}

/// query [batch, q_heads, q_len, head_dim], key and value [batch, kv_heads, kv_len, head_dim], fp32, contiguous.
at::Tensor attention(const at::Tensor& query, const at::Tensor& key, const at::Tensor& value, bool is_causal,
                     double scale, bool enable_gqa) {
  TORCH_CHECK(query.scalar_type() == at::kFloat, "dtype ", query.scalar_type(), ": online_softmax takes fp32");
  TORCH_CHECK(query.is_contiguous() && key.is_contiguous() && value.is_contiguous(), "the inputs must be contiguous");
  TORCH_CHECK(enable_gqa || query.size(1) == key.size(1), "as many heads in key and value as in query");
  at::Tensor output = at::empty_like(query);
  const int64_t heads = query.size(1), q_len = query.size(2), blocks = (q_len + kQueries - 1) / kQueries;
  at::parallel_for(0, query.size(0) * heads * blocks, 1, [&](int64_t begin, int64_t end) {
    Block block;
    for (int64_t i = begin; i < end; ++i) {
      const int64_t head = i / blocks, kv_head = head / (heads / key.size(1));  // batch·heads are one count
      const auto part = [](const at::Tensor& t, int64_t h) {
        return t.const_data_ptr<float>() + h * t.size(2) * t.size(3);
      };
      attend({.query = part(query, head),
              .key = part(key, kv_head),
              .value = part(value, kv_head),
              .output = output.data_ptr<float>() + head * q_len * query.size(3),
              .q_len = q_len,
              .kv_len = key.size(2),
              .head_dim = static_cast<int>(query.size(3)),
              .scale = static_cast<float>(scale),
              .causal = is_causal},
             block, i % blocks * kQueries);
    }
  });
  return output;
}

}  // namespace

TORCH_LIBRARY(online_softmax, library) {
  library.def(
      "attention(Tensor query, Tensor key, Tensor value, bool is_causal, float scale, bool enable_gqa) -> Tensor");
}
TORCH_LIBRARY_IMPL(online_softmax, CPU, library) {
  library.impl("attention", attention);
}
