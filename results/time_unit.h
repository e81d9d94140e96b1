#pragma once

#include <string_view>

namespace attn {

/// A time unit of --benchmark_time_unit: "ns", "us", "ms", "s"; empty is "ns".
struct TimeUnit {
  std::string_view name;
  double per_second;
};
TimeUnit time_unit_named(std::string_view name);

}  // namespace attn
