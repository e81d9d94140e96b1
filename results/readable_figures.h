#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// A positive number with that many significant digits and no exponent where it can be helped: "1.200", "12.34",
/// "1234". 0 is "0".
std::string significant(double value, int digits);

/// "123.4 µs": in the unit of --benchmark_time_unit, or in the one that gives 1 to 999 when `unit` is empty.
std::string readable_time(double seconds, std::string_view unit);

/// "16.0 MiB".
std::string readable_bytes(double bytes);

/// "1 launch", "6 launches", "3 processes": of nouns whose plural has an s, or es after an h or s.
std::string counted(int64_t count, std::string_view noun);

/// "268,435,456", in any locale.
std::string with_commas(int64_t number);

}  // namespace attn
