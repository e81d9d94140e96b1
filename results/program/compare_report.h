#pragma once

#include <optional>
#include <string>

#include "results/comparing/comparison.h"
#include "results/comparing/fact_changes.h"
#include "results/program/report.h"

namespace attn {

/// "faster", "newly failing", "removed": the one word on a case.
std::string outcome_name(const ComparedCase& compared);

/// "0.952 (−4.8 %)"; "" without.
std::string ratio_text(const std::optional<double>& ratio);

/// "1 case slower, 3 cases unchanged, 1 case removed": what is in the comparison, the worst first.
std::string counts_text(const Comparison& comparison);

/// Of two sides and compare(base, now). Sections "facts", "careful", "outcome", "cases" (the main one), "means",
/// "exact", "launches" and, for people, one for each way in which launches changed.
Report compare_report(const Side& base, const Side& now, const Comparison& comparison, const CompareSettings& settings);

/// The section "facts".
Section facts_section(const Side& base, const Side& now, const FactChanges& facts);

}  // namespace attn
