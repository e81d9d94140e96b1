#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

// Parts of it.
inline constexpr std::string_view kMeansTitle =
    "Geometric means of new/base (one can hide a case that is slower: the verdicts are on cases)";
inline constexpr std::string_view kExactTitle = "What doesn't vary by itself, and changed";
Section means_section(const Comparison& comparison);
Section exact_section(const Comparison& comparison);

/// How verdicts are made, in a sentence.
std::string rule_text(const VerdictRule& rule);

/// The folders and files that the side's runs come from, each once.
std::vector<std::string> paths_of(const Side& side);

/// The section "facts".
Section facts_section(const Side& base, const Side& now, const FactChanges& facts);

}  // namespace attn
