#pragma once

#include <span>
#include <vector>

namespace attn {

/// The q-value of each p-value, in the order given: the smallest false discovery rate at which the step-up procedure of
/// Benjamini and Hochberg (J. R. Stat. Soc. B 57, 1995) rejects it, q = min over all p_j ≥ p of m·p_j/rank_j, with m
/// p-values and ranks from the smallest. Equal p-values have equal q-values. Holds for independent tests and for those
/// that depend on each other positively (Benjamini and Yekutieli, Ann. Stat. 29, 2001). Throws std::invalid_argument
/// for a p-value outside of 0 to 1.
std::vector<double> false_discovery_rates(std::span<const double> p_values);

}  // namespace attn
