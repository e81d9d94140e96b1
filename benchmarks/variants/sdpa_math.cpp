#include <algorithm>

#include "benchmarks/variants/sdpa.h"

namespace attn {
namespace {

/// Two score matrices at once, in fp32 for the half precisions: the math backend computes those in fp32 unless told not
/// to.
double sdpa_math_least_bytes(const AttentionShape& shape) {
  const double element_bytes = static_cast<double>(std::max(bytes_of(shape.dtype), bytes_of(DType::kFp32)));
  return 2 * double(shape.batch) * double(shape.q_heads) * double(shape.q_len) * double(shape.kv_len) * element_bytes;
}

}  // namespace

AttentionVariant sdpa_math() {
  return {.name = "SdpaMath",
          .prepare = [](const AttentionInputs& inputs) { return sdpa_forward(inputs, "math"); },
          .least_bytes = sdpa_math_least_bytes,
          .pinned_backend = "math"};
}

}  // namespace attn
