#pragma once

#include <c10/util/Exception.h>

#include <string>

namespace attn {

/// What LibTorch says went wrong, without the backtrace and without the hints on debugging that it adds to every error
/// of CUDA.
std::string text_of(const c10::Error& error);

/// What the exception says that is being handled. Throws it on where memory ran out, or where it is none of the
/// standard library's. To be called in a handler.
std::string text_unless_out_of_memory();

}  // namespace attn
