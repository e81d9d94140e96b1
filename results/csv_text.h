#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// CSV lines in the making, by RFC 4180 but with '\n' line ends and, since not every reader takes line breaks inside a
/// cell, without those (see clean_text). Nothing depends on the locale.
class CsvText {
 public:
  CsvText& add(std::string_view cell);
  CsvText& add(int64_t cell);
  /// The shortest text that reads back as the same number; empty for a NaN or an infinity.
  CsvText& add(double cell);
  template <typename Number>
  CsvText& add(const std::optional<Number>& cell) {
    return cell ? add(*cell) : add(std::string_view());
  }
  void end_line();

  const std::string& text() const { return text_; }

 private:
  void separate();

  std::string text_;
  bool line_begun_ = false;
};

}  // namespace attn
