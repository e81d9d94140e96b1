#include "benchmarks/variants/sdpa.h"

namespace attn {

AttentionVariant sdpa_cudnn() {
  return {.name = "SdpaCudnn",
          .prepare = [](const AttentionInputs& inputs) { return sdpa_forward(inputs, "cudnn"); },
          .least_bytes = sdpa_least_bytes,
          .pinned_backend = "cudnn"};
}

}  // namespace attn
