#include "results/text_width.h"

#include <algorithm>

namespace attn {
namespace {

bool continues_a_character(char c) {
  return (c & 0xC0) == 0x80;
}

std::string spaces_beside(std::string_view text, std::size_t width) {
  return std::string(width - std::min(width, display_width(text)), ' ');
}

}  // namespace

std::size_t display_width(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, continues_a_character));
}

std::string padded(std::string_view text, std::size_t width) {
  return std::string(text) + spaces_beside(text, width);
}

std::string right_aligned(std::string_view text, std::size_t width) {
  return spaces_beside(text, width) + std::string(text);
}

std::string cut_to_width(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return std::string(text);
  std::size_t end = 0;
  for (std::size_t columns = 0; end < text.size(); ++end) {
    if (!continues_a_character(text[end]) && ++columns == width) break;
  }
  return std::string(text.substr(0, end)) + "…";
}

}  // namespace attn
