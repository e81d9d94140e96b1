#include "results/comparing/version_order.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace attn {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Takes the digits, or what is not digits, off the front.
std::string_view take_part(std::string_view& text) {
  const bool digits = is_digit(text.front());
  const auto end = std::ranges::find_if(text, [&](char c) { return is_digit(c) != digits; });
  const std::string_view part = text.substr(0, static_cast<size_t>(end - text.begin()));
  text.remove_prefix(part.size());
  return part;
}

std::string_view without_zeros(std::string_view digits) {
  return digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
}

/// Less than 0, 0, more than 0.
int compare_parts(std::string_view left, std::string_view right) {
  if (!is_digit(left.front()) || !is_digit(right.front())) return left.compare(right);
  const std::string_view left_digits = without_zeros(left);
  const std::string_view right_digits = without_zeros(right);
  if (left_digits.size() != right_digits.size()) return left_digits.size() < right_digits.size() ? -1 : 1;
  return left_digits.compare(right_digits);
}

/// Whether the rest of a version makes it older than the same version without it. A whole one is no rest.
bool is_pre_release(std::string_view rest, std::string_view whole) {
  if (rest.size() == whole.size()) return false;
  const auto begin = std::min(rest.find_first_not_of(".-_"), rest.size());
  rest.remove_prefix(begin);
  constexpr auto kMarks = std::to_array<std::string_view>({"a", "b", "c", "rc", "dev", "alpha", "beta", "pre"});
  if (rest.empty() || is_digit(rest.front())) return false;
  const std::string_view word = take_part(rest);
  return std::ranges::any_of(kMarks, [&](std::string_view mark) { return word.substr(0, word.find('.')) == mark; });
}

}  // namespace

bool version_less(std::string_view left, std::string_view right) {
  const std::string_view whole_left = left;
  const std::string_view whole_right = right;
  while (!left.empty() && !right.empty()) {
    const std::string_view rest_left = left;
    const std::string_view rest_right = right;
    const int order = compare_parts(take_part(left), take_part(right));
    if (order == 0) continue;
    const bool left_is_older = is_pre_release(rest_left, whole_left);
    if (left_is_older != is_pre_release(rest_right, whole_right)) return left_is_older;
    return order < 0;
  }
  if (left.empty() && right.empty()) return whole_left < whole_right;
  return left.empty() ? !is_pre_release(right, whole_right) : is_pre_release(left, whole_left);
}

}  // namespace attn
