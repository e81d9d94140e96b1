#include "profiling/trace/json_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "results/clean_text.h"

namespace attn {
namespace {

constexpr size_t kPieceBytes = size_t(1) << 20;

// Most names are so, and go through untouched.
bool is_plain(char c) {
  return c >= ' ' && c <= '~' && c != '"' && c != '\\';
}

}  // namespace

JsonText::JsonText(TextSink sink) : sink_(std::move(sink)) {}

JsonText& JsonText::key(std::string_view name) {
  separate();
  text_ += '"';
  text_ += name;
  text_ += "\": ";
  comma_due_ = false;
  return *this;
}

JsonText& JsonText::value(std::string_view text) {
  separate();
  text_ += '"';
  if (std::ranges::all_of(text, is_plain)) {
    text_ += text;
  } else {
    add_escaped(clean_text(text));
  }
  text_ += '"';
  return *this;
}

JsonText& JsonText::value(int64_t number) {
  separate();
  add_number(number);
  return *this;
}

JsonText& JsonText::microseconds(int64_t time_ns) {
  separate();
  if (time_ns < 0) text_ += '-';
  add_number(std::abs(time_ns / 1000));
  const int64_t rest = std::abs(time_ns % 1000);
  text_ += '.';
  for (const int64_t digit : {rest / 100, rest / 10 % 10, rest % 10}) text_ += static_cast<char>('0' + digit);
  return *this;
}

JsonText& JsonText::decimal(double number) {
  separate();
  if (!std::isfinite(number)) {
    text_ += "null";
    return *this;
  }
  std::array<char, 352> buffer;  // the largest double has 309 digits before the point
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::fixed, 6);
  text_.append(buffer.data(), end);
  return *this;
}

JsonText& JsonText::line() {
  line_due_ = true;
  if (text_.size() >= kPieceBytes) hand_on();
  return *this;
}

void JsonText::finish() {
  end_line();
  hand_on();
}

void JsonText::hand_on() {
  sink_(text_);
  text_.clear();
}

JsonText& JsonText::open(char bracket) {
  separate();
  text_ += bracket;
  comma_due_ = false;
  return *this;
}

JsonText& JsonText::close(char bracket) {
  end_line();
  text_ += bracket;
  comma_due_ = true;
  return *this;
}

void JsonText::separate() {
  if (comma_due_) text_ += line_due_ ? "," : ", ";
  end_line();
  comma_due_ = true;
}

void JsonText::end_line() {
  if (line_due_) text_ += '\n';
  line_due_ = false;
}

void JsonText::add_number(int64_t number) {
  std::array<char, 24> buffer;
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  text_.append(buffer.data(), end);
}

void JsonText::add_escaped(std::string_view text) {
  for (const char c : text) {
    if (c == '\t') {  // the one control character that clean text holds
      text_ += "\\t";
      continue;
    }
    if (c == '"' || c == '\\') text_ += '\\';
    text_ += c;
  }
}

}  // namespace attn
