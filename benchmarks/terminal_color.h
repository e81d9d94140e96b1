#pragma once

#include <string_view>

namespace attn {

/// Whether standard output is to be coloured: `choice` is "true", "false", or "auto" for a terminal that can.
bool use_color(std::string_view choice);

}  // namespace attn
