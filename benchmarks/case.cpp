#include "benchmarks/case.h"

#include <fmt/format.h>

namespace attn {

std::string_view name_of(Cache cache) {
  switch (cache) {
    case Cache::kCold:
      return "cold";
    case Cache::kHot:
      return "hot";
    case Cache::kUncontrolled:
      break;
  }
  return "";
}

std::string_view name_of(LaunchMode mode) {
  return mode == LaunchMode::kGraph ? "graph" : "eager";
}

std::string name_of(const Case& benchmark_case) {
  const AttentionShape& shape = benchmark_case.shape;
  const std::string_view cache = name_of(benchmark_case.cache);
  return fmt::format("{}/{}{}{}{}/{}/{}/{}", benchmark_case.variant.name, benchmark_case.device_kind,
                     cache.empty() ? "" : "/", cache, benchmark_case.launch == LaunchMode::kGraph ? "/graph" : "",
                     name_of(shape.dtype), name_of(shape.mask), extents_name(shape));
}

}  // namespace attn
