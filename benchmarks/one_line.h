#pragma once

#include <string>
#include <string_view>

namespace attn {

/// `text` on one line of valid UTF-8: control bytes (a newline, an escape that would colour the terminal) become
/// spaces, bytes that are no UTF-8 become U+FFFD.
std::string one_line(std::string_view text);

}  // namespace attn
