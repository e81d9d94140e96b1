#pragma once

namespace attn {

/// From now on a library that is loaded and names libtorch.so among what it needs, without saying where that is, finds
/// the one of this process.
void provide_libtorch_by_name();

}  // namespace attn
