#pragma once

#include <c10/util/Exception.h>

#include <string>

namespace attn {

/// What LibTorch says went wrong, without the backtrace and without the hints on debugging that it adds to every error
/// of CUDA.
std::string text_of(const c10::Error& error);

}  // namespace attn
