#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attn {

/// As many columns as a terminal gives UTF-8 text whose characters are one column wide: continuation bytes take none.
std::size_t display_width(std::string_view text);

/// With spaces after it, up to that many columns.
std::string padded(std::string_view text, std::size_t width);

/// With spaces before it, up to that many columns.
std::string right_aligned(std::string_view text, std::size_t width);

/// At most `width` columns, at least 1; what is longer ends in "…".
std::string cut_to_width(std::string_view text, std::size_t width);

}  // namespace attn
