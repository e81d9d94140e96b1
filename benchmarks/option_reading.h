#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "benchmarks/option_values.h"
#include "benchmarks/options.h"

namespace attn {

/// How an option's value gets into Options, and what holds without it.
struct OptionReading {
  std::function<void(Options&, const GivenValue&)> apply;
  std::string default_text;  ///< empty where there is none to show
};

// In each of these `member` finds the value in the options, so that one lambda gives both the reading and the default.

template <class Member>
OptionReading whole_number(Member member, int64_t least, int64_t most) {
  std::string default_text;
  if constexpr (std::is_invocable_r_v<int64_t&, Member, Options&>) {  // an optional has no default to show
    Options defaults;
    default_text = fmt::to_string(member(defaults));
  }
  return {[=](Options& options, const GivenValue& given) { member(options) = read_whole_number(given, least, most); },
          default_text};
}

template <class Member>
OptionReading number(Member member, bool (*fits)(double), std::string allowed) {
  Options defaults;
  return {[=](Options& options, const GivenValue& given) { member(options) = read_number(given, fits, allowed); },
          fmt::to_string(member(defaults))};
}

template <class Member>
OptionReading boolean(Member member) {
  return {[=](Options& options, const GivenValue& given) { member(options) = read_boolean(given); }, ""};
}

template <class Member>
OptionReading choice(Member member, std::vector<std::string_view> words) {
  Options defaults;
  return {[=](Options& options, const GivenValue& given) { member(options) = read_choice(given, words); },
          member(defaults)};
}

template <class Member>
OptionReading text(Member member) {
  return {[=](Options& options, const GivenValue& given) { member(options) = read_text(given); }, ""};
}

}  // namespace attn
