#include "profiling/cuda/sdpa_refusal.h"

#include <ATen/native/transformers/cuda/sdp_utils.h>

namespace attn {

void warn_why_sdpa_refuses(std::string_view backend, const SdpaCall& call) {
  const sdp::sdp_params params{.query = call.query,
                               .key = call.key,
                               .value = call.value,
                               .attn_mask = call.attn_mask,
                               .dropout = 0,
                               .is_causal = call.is_causal,
                               .enable_gqa = call.enable_gqa};
  constexpr bool kWarn = true;
  if (backend == "flash") sdp::can_use_flash_attention(params, kWarn);
  if (backend == "efficient") sdp::can_use_mem_efficient_attention(params, kWarn);
  if (backend == "cudnn") sdp::can_use_cudnn_attention(params, kWarn);
}

}  // namespace attn
