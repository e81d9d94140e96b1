#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "benchmarks/reported_case.h"
#include "results/clean_text.h"

namespace attn {

// Escape sequences of a terminal.
inline constexpr std::string_view kGreen = "\033[0;32m";
inline constexpr std::string_view kYellow = "\033[0;33m";
inline constexpr std::string_view kRed = "\033[0;31m";
inline constexpr std::string_view kPlain = "\033[m";

inline std::string painted(bool color, std::string_view paint, const std::string& text) {
  return color ? fmt::format("{}{}{}", paint, text, kPlain) : text;
}

/// "  unsupported: why", as a table's line goes on for a case that is not ok: yellow where that is an answer, else red.
inline std::string fault_text(bool color, Status status, const std::string& reason) {
  const bool an_answer = status == Status::kUnsupported || status == Status::kOutOfMemory;
  return "  " + painted(color, an_answer ? kYellow : kRed, fmt::format("{}: {}", name_of(status), clean_text(reason)));
}

}  // namespace attn
