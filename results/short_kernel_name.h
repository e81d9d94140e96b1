#pragma once

#include <string>
#include <string_view>

namespace attn {

/// A kernel's demangled name without its return type, "(anonymous namespace)::" and arguments. Not cut.
std::string short_kernel_name(std::string_view name);

}  // namespace attn
