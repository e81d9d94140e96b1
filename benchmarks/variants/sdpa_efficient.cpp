#include "benchmarks/variants/sdpa.h"

namespace attn {

AttentionVariant sdpa_efficient() {
  return {.name = "SdpaEfficient",
          .prepare = [](const AttentionInputs& inputs) { return sdpa_forward(inputs, "efficient"); },
          .least_bytes = sdpa_least_bytes,
          .pinned_backend = "efficient"};
}

}  // namespace attn
