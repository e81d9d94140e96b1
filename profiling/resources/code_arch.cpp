#include "profiling/resources/code_arch.h"

#include <algorithm>
#include <charconv>
#include <tuple>

namespace attn {

std::optional<CodeArch> parse_code_arch(std::string_view text) {
  if (!text.starts_with("sm_")) return std::nullopt;
  text.remove_prefix(3);
  CodeArch arch;
  if (text.ends_with('a') || text.ends_with('f')) {
    arch.features = text.back();
    text.remove_suffix(1);
  }
  const bool all_digits = std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  if (!all_digits || text.size() < 2 || text.size() > 4) return std::nullopt;
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  arch.major = number / 10;
  arch.minor = number % 10;
  return arch;
}

std::string name_of(const CodeArch& arch) {
  std::string name = "sm_" + std::to_string(arch.major) + std::to_string(arch.minor);
  if (arch.features != 0) name += arch.features;
  return name;
}

bool runs_on(const CodeArch& code, const CodeArch& card) {
  if (code.major != card.major) return false;
  return code.features == 'a' ? code.minor == card.minor : code.minor <= card.minor;
}

bool ptx_runs_on(const CodeArch& ptx, const CodeArch& card) {
  if (ptx.features != 0) return runs_on(ptx, card);
  return std::tie(ptx.major, ptx.minor) <= std::tie(card.major, card.minor);
}

bool fits_better(const CodeArch& a, const CodeArch& b) {
  const auto rank = [](char features) { return features == 'a' ? 2 : features == 'f' ? 1 : 0; };
  return std::tuple(a.minor, rank(a.features)) > std::tuple(b.minor, rank(b.features));
}

}  // namespace attn
