#include "benchmarks/variants/sdpa.h"

namespace attn {
namespace {

/// Two score matrices at once.
double sdpa_math_least_bytes(const AttentionShape& shape) {
  return 2 * double(shape.batch) * double(shape.q_heads) * double(shape.q_len) * double(shape.kv_len) *
         double(bytes_of(shape.dtype));
}

}  // namespace

AttentionVariant sdpa_math() {
  return {.name = "SdpaMath",
          .prepare = [](const AttentionInputs& inputs) { return sdpa_forward(inputs, "math"); },
          .least_bytes = sdpa_math_least_bytes,
          .pinned_backend = "math"};
}

}  // namespace attn
