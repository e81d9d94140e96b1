#pragma once

namespace attn {

/// Tells glibc to keep freed memory (M_MMAP_MAX 0, M_TRIM_THRESHOLD −1) from now on, so that large tensors are not
/// mapped and faulted in anew in every forward. Call before the first large allocation. Returns false where the C
/// library has no such switch.
bool keep_freed_memory();

}  // namespace attn
