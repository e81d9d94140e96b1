#include "benchmarks/one_line.h"

#include <algorithm>
#include <cstdint>

namespace attn {
namespace {

/// Length of the UTF-8 sequence that `text` begins with, or 0 when it is none (RFC 3629: no overlong forms, no
/// surrogates, nothing over U+10FFFF).
size_t sequence_length(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t lead = byte(0);
  const size_t length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
  if (length == 0 || text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  if (lead == 0xE0 && byte(1) < 0xA0) return 0;
  if (lead == 0xED && byte(1) > 0x9F) return 0;
  if (lead == 0xF0 && byte(1) < 0x90) return 0;
  if (lead == 0xF4 && byte(1) > 0x8F) return 0;
  return length;
}

}  // namespace

std::string one_line(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const size_t length = sequence_length(text);
    const auto lead = static_cast<uint8_t>(text.front());
    // U+0080 … U+009F are control characters too: 0x9B alone begins an escape sequence on some terminals.
    const bool c1 = length == 2 && lead == 0xC2 && static_cast<uint8_t>(text[1]) < 0xA0;
    if (length == 0)
      line += "\uFFFD";
    else if (lead < 0x20 || lead == 0x7F || c1)
      line += ' ';
    else
      line += text.substr(0, length);
    text.remove_prefix(std::max<size_t>(length, 1));
  }
  return line;
}

}  // namespace attn
