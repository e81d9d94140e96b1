#pragma once

#include <cstdint>
#include <string>

namespace attn {

/// Tells glibc to keep freed memory (M_MMAP_MAX 0, M_TRIM_THRESHOLD −1) from now on, so that large tensors are not
/// mapped and faulted in anew in every forward. Call before the first large allocation. Returns false where that has no
/// effect: another C library, or another malloc in glibc's place (jemalloc, a sanitizer's).
bool keep_freed_memory();

/// File name of the library whose malloc this program uses: "libc.so.6", "libjemalloc.so.2"; the program's own name
/// when it is linked in. Empty when the loader does not say.
std::string malloc_library();

/// Bytes that were freed and that malloc keeps for this process; 0 where they can't be asked for.
int64_t kept_freed_bytes();

/// Allocates that much, writes to every page of it and frees it again: where freed memory is kept, it is then ready to
/// use.
void touch_memory(int64_t bytes);

/// Gives kept memory back to the system as far as malloc can. The next tensors are faulted in anew.
void give_back_freed_memory();

}  // namespace attn
