#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace attn {

/// A figure that a case can have. Adding one is a row in metric_catalogue.cpp.
struct MetricInfo {
  std::string_view name;         ///< as in results.csv, with its unit as a suffix where it has one: "time_s"
  std::string_view unit;         ///< "s", "B", "FLOP/s", "1", …; SI, unscaled
  std::string_view description;  ///< one sentence, for docs and readers
  bool exact;                    ///< the same in every run of the same program (launches, ops); false: a measurement
};

std::span<const MetricInfo> metric_catalogue();

/// Nothing for a name that the catalogue lacks.
std::optional<MetricInfo> find_metric(std::string_view name);

}  // namespace attn
