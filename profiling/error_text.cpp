#include "profiling/error_text.h"

#include <algorithm>
#include <array>
#include <exception>
#include <string_view>

namespace attn {

std::string text_of(const c10::Error& error) {
  constexpr std::array<std::string_view, 2> kHints = {"\nSearch for `cuda", "\nCUDA kernel errors might be"};
  std::string text = error.what_without_backtrace();
  for (const std::string_view hint : kHints) text.resize(std::min(text.find(hint), text.size()));
  return text;
}

std::string text_unless_out_of_memory() {
  try {
    throw;
  } catch (const c10::OutOfMemoryError&) {
    throw;
  } catch (const c10::Error& error) {
    return text_of(error);
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace attn
