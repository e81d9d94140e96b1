#include "benchmarks/attention_variant.h"

namespace attn {

// The one list of variants, in the order in which they are shown and run. Each is a function of that name in a file of
// that name beside this one; the build takes its sources from here too.
// clang-format off
#define ATTN_VARIANTS(variant) \
  variant(naive)               \
  variant(naive_inplace)       \
  variant(sdpa_auto)           \
  variant(sdpa_math)           \
  variant(sdpa_efficient)      \
  variant(sdpa_flash)          \
  variant(sdpa_cudnn)
// clang-format on

#define ATTN_DECLARE(name) AttentionVariant name();
ATTN_VARIANTS(ATTN_DECLARE)
#undef ATTN_DECLARE

std::vector<AttentionVariant> variant_list() {
#define ATTN_CALL(name) name(),
  return {ATTN_VARIANTS(ATTN_CALL)};
#undef ATTN_CALL
}

}  // namespace attn
