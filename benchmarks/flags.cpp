#include "benchmarks/flags.h"

#include <sstream>

namespace attn {

std::string text_of(const FlagSet& flags) {
  std::string text;
  for (const std::string_view flag : {"not_converged", "disturbed", "unblocked", "throttled"}) {
    if (!flags.contains(flag)) continue;
    if (!text.empty()) text += ' ';
    text += flag;
  }
  return text;
}

FlagSet parse_flags(std::string_view text) {
  FlagSet flags;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) flags.insert(word);
  return flags;
}

}  // namespace attn
