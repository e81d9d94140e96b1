#pragma once

#include "profiling/cupti/cupti_functions.h"

namespace attn {

/// Throws for a call of CUPTI that failed: CuptiUnavailable where another profiler, the driver, the GPU or this user's
/// rights are in the way, else GpuError.
void check_cupti(const CuptiFunctions& cupti, CUptiResult code, const char* call, const char* doing);

}  // namespace attn

/// Checks a call of CUPTI made through the table `cupti`; `doing` is what it is for.
#define ATTN_CUPTI_CHECK(cupti, call, doing) ::attn::check_cupti((cupti), (call), #call, (doing))
