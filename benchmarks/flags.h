#pragma once

#include <set>
#include <string>
#include <string_view>

namespace attn {

/// What disturbed a case's times, as names: "not_converged", "disturbed", "unblocked", "throttled".
using FlagSet = std::set<std::string, std::less<>>;

/// The names with a space between, in the order above.
std::string text_of(const FlagSet& flags);

/// The reverse.
FlagSet parse_flags(std::string_view text);

}  // namespace attn
