#include "results/readable_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "results/time_unit.h"

namespace attn {
namespace {

/// The unit that gives 1 to 999 after rounding to four digits.
std::string_view fitting_unit(double seconds) {
  if (seconds < 0.99995e-6) return "ns";
  if (seconds < 0.99995e-3) return "us";
  if (seconds < 0.99995) return "ms";
  return "s";
}

}  // namespace

std::string significant(double value, int digits) {
  if (value == 0) return "0";
  // The exponent after rounding: 9.9996 to four digits is 10.00.
  const std::string rounded = fmt::format("{:.{}e}", value, digits - 1);
  const size_t e = rounded.find('e');
  int exponent = 0;
  std::from_chars(rounded.data() + e + (rounded[e + 1] == '+' ? 2 : 1), rounded.data() + rounded.size(), exponent);
  if (exponent < -4) return rounded;
  return fmt::format("{:.{}f}", value, std::max(0, digits - 1 - exponent));
}

std::string readable_time(double seconds, std::string_view unit) {
  const TimeUnit chosen = time_unit_named(unit.empty() ? fitting_unit(seconds) : unit);
  return fmt::format("{} {}", significant(seconds * chosen.per_second, 4), chosen.name == "us" ? "µs" : chosen.name);
}

std::string readable_bytes(double bytes) {
  static constexpr std::array<std::string_view, 5> kUnits = {"B", "KiB", "MiB", "GiB", "TiB"};
  size_t unit = 0;
  for (; bytes >= 1023.5 && unit + 1 < kUnits.size(); ++unit) bytes /= 1024;
  return fmt::format("{} {}", unit == 0 ? fmt::format("{:.0f}", bytes) : significant(bytes, 3), kUnits[unit]);
}

std::string counted(int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : noun.ends_with('h') || noun.ends_with('s') ? "es" : "s");
}

std::string with_commas(int64_t number) {
  std::string text = fmt::format("{}", number);
  for (size_t place = text.size(); place > 3;) {
    place -= 3;
    if (text[place - 1] != '-') text.insert(place, ",");
  }
  return text;
}

}  // namespace attn
