#include "results/csv_text.h"

#include <array>
#include <charconv>
#include <cmath>

#include "results/clean_text.h"

namespace attn {
namespace {

template <typename Number>
std::string shortest(Number number) {
  std::array<char, 32> buffer;  // a double needs at most 24: "-2.2250738585072014e-308"
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  return {buffer.data(), end};
}

}  // namespace

CsvText& CsvText::add(std::string_view cell) {
  separate();
  const std::string clean = clean_text(cell);
  if (clean.find_first_of(",\"") == std::string::npos) {
    text_ += clean;
    return *this;
  }
  text_ += '"';
  for (const char c : clean) {
    if (c == '"') text_ += '"';
    text_ += c;
  }
  text_ += '"';
  return *this;
}

CsvText& CsvText::add(int64_t cell) {
  separate();
  text_ += shortest(cell);
  return *this;
}

CsvText& CsvText::add(double cell) {
  separate();
  if (std::isfinite(cell)) text_ += shortest(cell);
  return *this;
}

void CsvText::end_line() {
  text_ += '\n';
  line_begun_ = false;
}

void CsvText::separate() {
  if (line_begun_) text_ += ',';
  line_begun_ = true;
}

}  // namespace attn
