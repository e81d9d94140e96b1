#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/comparing/comparison.h"
#include "results/comparing/side.h"

namespace attn {

/// The runs that have one value of a fact.
struct ValueRuns {
  std::string value;  ///< "590.10.01"
  Side side;
  DeviceKey device;  ///< of all values the same
};

/// The runs by their value of a fact of runs.csv or a column of results.csv, in the order of releases
/// (results/comparing/version_order.h). They are to outlive it. Throws BadRequest, with names that may have been meant,
/// for a run without a value, and when there are not two values.
std::vector<ValueRuns> runs_by_value(const RunSet& runs, std::string_view name);

/// A case as it went from value to value.
struct CaseHistory {
  std::string key;
  std::vector<std::optional<ComparedCase>> against_first =
      {};                  ///< one a value but the first; nothing where both lack it
  std::string trend = {};  ///< "slower from 590.10.01 on", "slower in 590.10.01 only", "no change told"
};

struct History {
  std::string first_value;
  std::vector<std::string> later_values = {};
  std::vector<Comparison> comparisons = {};   ///< of each later value with the first
  std::vector<CaseHistory> cases = {};        ///< in order of appearance
  std::optional<std::string> first_bad = {};  ///< the first value in which a case is slower, newly failing or removed
};

/// Each later value against the first. All verdicts share one correction for their number. Needs two values; with those
/// of `sides` the sides are to outlive it.
History compare_by_value(const std::vector<ValueRuns>& sides, const std::vector<Side>& aa,
                         const CompareSettings& settings);

}  // namespace attn
