#pragma once

#include <string_view>

#include "benchmarks/attention_variant.h"

namespace attn {

/// LibTorch's scaled_dot_product_attention. `backend` is the only one enabled while the forward runs ("math",
/// "efficient", "flash", "cudnn"), or "" to let LibTorch choose. A causal mask is passed as is_causal where that means
/// the same, else as a bool mask built here, outside the forward. Throws Unsupported with the reasons that LibTorch
/// gives when the backend refuses the shape, with ours where it gives none.
Forward sdpa_forward(const AttentionInputs& inputs, std::string_view backend);

/// Enables one backend of scaled_dot_product_attention and no other, for the process, and restores what was set.
class SdpaBackendPin {
 public:
  explicit SdpaBackendPin(std::string_view backend);  ///< "" pins nothing
  ~SdpaBackendPin();
  SdpaBackendPin(const SdpaBackendPin&) = delete;
  SdpaBackendPin& operator=(const SdpaBackendPin&) = delete;

 private:
  struct Enabled {
    bool math, efficient, flash, cudnn;
  };
  static Enabled enabled();
  static void enable(const Enabled& backends);

  Enabled before_;
};

/// What any backend holds: the output.
double sdpa_least_bytes(const AttentionShape& shape);

}  // namespace attn
