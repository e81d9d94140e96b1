#include "benchmarks/variants/sdpa.h"

namespace attn {

AttentionVariant sdpa_flash() {
  return {.name = "SdpaFlash",
          .prepare = [](const AttentionInputs& inputs) { return sdpa_forward(inputs, "flash"); },
          .least_bytes = sdpa_least_bytes,
          .pinned_backend = "flash"};
}

}  // namespace attn
