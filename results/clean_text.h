#pragma once

#include <string>
#include <string_view>

namespace attn {

/// Text that any line of CSV, JSON or a console can hold: line breaks and other control characters but the tab become
/// one space, "\r\n" too, and each byte that is not part of valid UTF-8 becomes U+FFFD.
std::string clean_text(std::string_view text);

}  // namespace attn
