#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Up to three of `known` that `given` may have meant, nearest first: by edit distance without regard to case, or
/// because one contains the other. Empty when nothing is near.
std::vector<std::string> near_names(std::string_view given, std::span<const std::string> known);

/// " (did you mean Naive, NaiveInplace?)", or "" when nothing is near: to end an error message with.
std::string did_you_mean(std::string_view given, std::span<const std::string> known);

}  // namespace attn
