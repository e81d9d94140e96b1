#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A value as the user gave it.
struct GivenValue {
  std::string source;  ///< "--threads", or "BENCHMARK_FILTER" for the environment variable
  std::string text;
};

/// Throws BadRequest: "--threads=abc: not allowed; a whole number from 1 to 4096 is".
[[noreturn]] void refuse(const GivenValue& given, std::string_view allowed);

// Each reads the whole text and throws BadRequest for anything else, with what is allowed.

/// Decimal digits, perhaps a '-': "1e9" and "+5" are not whole numbers.
int64_t read_whole_number(const GivenValue& given, int64_t least, int64_t most);
uint64_t read_unsigned(const GivenValue& given);

/// A finite number with '.' as its decimal point in any locale, compared by `fits`; `allowed` says in words what fits.
double read_number(const GivenValue& given, bool (*fits)(double), std::string_view allowed);

/// Google Benchmark's words for a boolean in any case, the empty text (a flag without a value) being true. Unlike there
/// any other word is refused instead of being true.
bool read_boolean(const GivenValue& given);

/// One of the words.
std::string read_choice(const GivenValue& given, std::span<const std::string_view> words);

/// The texts between commas, none of them empty.
std::vector<std::string> read_list(const GivenValue& given);

/// Any text but the empty one.
std::string read_text(const GivenValue& given);

/// "key=value,key=value", added to what there is; a key twice is refused, as by Google Benchmark.
void add_pairs(const GivenValue& given, std::map<std::string, std::string>& pairs);

}  // namespace attn
