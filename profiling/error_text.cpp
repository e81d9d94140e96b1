#include "profiling/error_text.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace attn {

std::string text_of(const c10::Error& error) {
  constexpr std::array<std::string_view, 2> kHints = {"\nSearch for `cuda", "\nCUDA kernel errors might be"};
  std::string text = error.what_without_backtrace();
  for (const std::string_view hint : kHints) text.resize(std::min(text.find(hint), text.size()));
  return text;
}

}  // namespace attn
