#pragma once

/// Marks a function of CUDA's that the stand-in defines. Everything else in the library is hidden, so that it meets no
/// name of the program's.
#define ATTN_EXPORTED extern "C" __attribute__((visibility("default")))
