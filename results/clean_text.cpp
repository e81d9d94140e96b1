#include "results/clean_text.h"

#include <algorithm>
#include <cstdint>

namespace attn {
namespace {

unsigned char byte_at(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

/// Bytes of the well-formed UTF-8 character at the beginning of `text`, 0 where there is none (The Unicode Standard,
/// table 3-7).
std::size_t character_length(std::string_view text) {
  const unsigned char lead = byte_at(text, 0);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (text.size() < length) return 0;
  const unsigned char second_least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char second_most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (byte_at(text, 1) < second_least || byte_at(text, 1) > second_most) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if (byte_at(text, i) < 0x80 || byte_at(text, i) > 0xBF) return 0;
  }
  return length;
}

/// A control character at the beginning of valid UTF-8: C0 but the tab, DEL, and C1 (U+0080 to U+009F).
bool begins_with_control(std::string_view text) {
  const unsigned char c = byte_at(text, 0);
  return (c < 0x20 && c != '\t') || c == 0x7F || (c == 0xC2 && byte_at(text, 1) < 0xA0);
}

}  // namespace

std::string clean_text(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0) {
      clean += "\xEF\xBF\xBD";
    } else if (begins_with_control(text)) {
      if (text.starts_with("\r\n")) text.remove_prefix(1);
      clean += ' ';
    } else {
      clean += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return clean;
}

}  // namespace attn
