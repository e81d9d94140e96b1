#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A small file of /proc, /sys or /etc as text, or nothing when it can't be read.
std::optional<std::string> read_text_file(const std::filesystem::path& path);

/// Its lines, without line ends.
std::vector<std::string_view> lines_of(std::string_view text);

/// Without spaces, tabs and line ends at both ends.
std::string_view trimmed(std::string_view text);

/// What follows `key` and its separator in the first line that starts with it, trimmed: ("MemTotal", ':') in
/// "MemTotal:  5 kB" is "5 kB". Nothing without such a line.
std::optional<std::string_view> value_of(std::string_view text, std::string_view key, char separator);

/// The decimal integer that `text` starts with after blanks, or nothing ("max", an overflow).
std::optional<int64_t> leading_integer(std::string_view text);

}  // namespace attn
