#include "results/short_kernel_name.h"

#include <cstdint>

namespace attn {

std::string short_kernel_name(std::string_view name) {
  constexpr std::string_view kAnonymous = "(anonymous namespace)::";
  std::string text(name);
  for (size_t at = text.find(kAnonymous); at != std::string::npos; at = text.find(kAnonymous, at))
    text.erase(at, kAnonymous.size());
  if (text.starts_with("void ")) text.erase(0, 5);
  if (!text.ends_with(')')) return text;
  int64_t depth = 0;
  for (size_t at = text.size(); at-- > 0;) {  // the list of arguments: back to the parenthesis that opens it
    depth += text[at] == ')' ? 1 : text[at] == '(' ? -1 : 0;
    if (depth == 0) return text.substr(0, at);
  }
  return text;
}

}  // namespace attn
