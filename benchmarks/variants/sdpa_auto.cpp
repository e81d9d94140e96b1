#include "benchmarks/variants/sdpa.h"

namespace attn {

AttentionVariant sdpa_auto() {
  return {.name = "SdpaAuto",
          .prepare = [](const AttentionInputs& inputs) { return sdpa_forward(inputs, ""); },
          .least_bytes = sdpa_least_bytes,
          .pinned_backend = ""};
}

}  // namespace attn
