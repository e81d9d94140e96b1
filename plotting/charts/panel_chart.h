#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "plotting/chart_kinds.h"
#include "plotting/encoding.h"

namespace attn {

/// The panel's cases for which it holds, in their order.
template <typename Predicate>
std::vector<const SummaryCase*> cases_where(const Panel& panel, Predicate holds) {
  std::vector<const SummaryCase*> cases;
  for (const SummaryCase& one : panel.summary.cases) {
    if (holds(one)) cases.push_back(&one);
  }
  return cases;
}

/// One a variant that is among the cases.
inline std::vector<Series> series_of(const PlotData& data, const Panel& panel,
                                     const std::vector<const SummaryCase*>& cases) {
  std::vector<Series> series;
  for (const std::string& variant : panel.summary.variants) {
    if (std::ranges::find(cases, variant, &SummaryCase::variant) == cases.end()) continue;
    series.push_back({look_index(data, variant), variant});
  }
  return series;
}

/// Those of the longest length among them.
inline std::vector<const SummaryCase*> longest_of(std::vector<const SummaryCase*> cases) {
  int64_t longest = 0;
  for (const SummaryCase* one : cases) longest = std::max(longest, one->length);
  std::erase_if(cases, [&](const SummaryCase* one) { return one->length != longest; });
  return cases;
}

/// "Of lengths 256 to 2,048 the longest is drawn." ; empty with one.
std::string longest_note(const std::vector<const SummaryCase*>& all);

/// Bars across, one a row of "variant", made of parts by the field "part" in the order of `parts`, of lengths `field`.
Json stacked_bars(const Figures& figures, const std::string& field, const std::string& axis_title, AxisText text,
                  const std::vector<std::string>& variants, const std::vector<std::string>& parts);

/// In pixels, for so many bars.
int bars_height(size_t bars);

}  // namespace attn
