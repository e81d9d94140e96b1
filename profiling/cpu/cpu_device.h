#pragma once

#include <memory>

#include "profiling/device.h"

namespace attn {

/// The CPU, with LibTorch's intra-op threads as they are set. `keep_memory` is only recorded here; see
/// keep_freed_memory().
std::unique_ptr<Device> make_cpu_device(bool keep_memory);

}  // namespace attn
