#include "benchmarks/option_values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>

#include "results/bad_request.h"

namespace attn {
namespace {

template <class Number>
std::optional<Number> read_all(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace

void refuse(const GivenValue& given, std::string_view allowed) {
  throw BadRequest(fmt::format("{}={}: not allowed; {} is", given.source, given.text, allowed));
}

int64_t read_whole_number(const GivenValue& given, int64_t least, int64_t most) {
  const auto number = read_all<int64_t>(given.text);
  if (!number || *number < least || *number > most)
    refuse(given, fmt::format("a whole number from {} to {}", least, most));
  return *number;
}

uint64_t read_unsigned(const GivenValue& given) {
  const auto number = read_all<uint64_t>(given.text);
  if (!number) refuse(given, "a whole number from 0 to 18446744073709551615");
  return *number;
}

double read_number(const GivenValue& given, bool (*fits)(double), std::string_view allowed) {
  const auto number = read_all<double>(given.text);
  if (!number || !std::isfinite(*number) || !fits(*number)) refuse(given, allowed);
  return *number;
}

bool read_boolean(const GivenValue& given) {
  static constexpr std::array<std::string_view, 7> kTrue = {"", "true", "yes", "on", "1", "t", "y"};
  static constexpr std::array<std::string_view, 6> kFalse = {"false", "no", "off", "0", "f", "n"};
  const std::string word = lower_case(given.text);
  if (std::ranges::find(kTrue, word) != kTrue.end()) return true;
  if (std::ranges::find(kFalse, word) != kFalse.end()) return false;
  refuse(given, "true, yes, on, 1, t, y or false, no, off, 0, f, n");
}

std::string read_choice(const GivenValue& given, std::span<const std::string_view> words) {
  if (std::ranges::find(words, given.text) == words.end())
    refuse(given, fmt::format("one of {}", fmt::join(words, ", ")));
  return given.text;
}

std::string read_text(const GivenValue& given) {
  if (given.text.empty()) refuse(given, "a text that is not empty");
  return given.text;
}

std::vector<std::string> read_list(const GivenValue& given) {
  std::vector<std::string> words;
  std::string_view rest = given.text;
  while (true) {
    const size_t comma = rest.find(',');
    words.emplace_back(rest.substr(0, comma));
    if (words.back().empty()) refuse(given, "a list without empty places");
    if (comma == std::string_view::npos) return words;
    rest.remove_prefix(comma + 1);
  }
}

void add_pairs(const GivenValue& given, std::map<std::string, std::string>& pairs) {
  std::string_view rest = given.text;
  while (true) {
    const auto comma = rest.find(',');
    const std::string_view pair = rest.substr(0, comma);
    const auto equals = pair.find('=');
    if (equals == std::string_view::npos || equals == 0 || pair.find('=', equals + 1) != std::string_view::npos)
      refuse(given, "a list key=value,key=value");
    const std::string key(pair.substr(0, equals));
    if (!pairs.emplace(key, pair.substr(equals + 1)).second) refuse(given, fmt::format("'{}' only once", key));
    if (comma == std::string_view::npos) return;
    rest.remove_prefix(comma + 1);
  }
}

}  // namespace attn
