#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace attn {

/// Takes text piece by piece.
using TextSink = std::function<void(std::string_view)>;

/// JSON in the making, handed on in pieces of about 1 MiB, so that its size is bounded by what takes it. Puts the
/// commas; that keys and values alternate and that what begins also ends is the caller's. Nothing depends on the
/// locale. Whatever names hold, the text is valid: they go through clean_text().
class JsonText {
 public:
  explicit JsonText(TextSink sink);

  JsonText& begin_object() { return open('{'); }
  JsonText& end_object() { return close('}'); }
  JsonText& begin_array() { return open('['); }
  JsonText& end_array() { return close(']'); }

  /// Of a member of an object. The name is written as it is: a plain word of ours.
  JsonText& key(std::string_view name);
  JsonText& value(std::string_view text);
  JsonText& value(int64_t number);
  /// In microseconds with three decimals; −1 ns is -0.001.
  JsonText& microseconds(int64_t time_ns);
  /// With six decimals; null for a NaN or an infinity.
  JsonText& decimal(double number);
  template <typename Value>
  JsonText& member(std::string_view name, const Value& member_value) {
    return key(name).value(member_value);
  }

  /// What comes next stands on a line of its own.
  JsonText& line();
  /// Hands on all that is left.
  void finish();

 private:
  JsonText& open(char bracket);
  JsonText& close(char bracket);
  void separate();
  void end_line();
  void hand_on();
  void add_number(int64_t number);
  void add_escaped(std::string_view text);

  TextSink sink_;
  std::string text_;
  bool comma_due_ = false;
  bool line_due_ = false;
};

}  // namespace attn
