#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "results/verdict.h"

namespace attn {

/// The geometric mean of the ratios new/base of several cases.
struct MeanRatio {
  std::string variant = {};  ///< empty: of all cases
  size_t cases = 0;          ///< that are in it
  size_t left_out = 0;       ///< that have no ratio
  std::optional<double> ratio = {};
  std::optional<Interval> interval = {};  ///< 95 %
  std::string reason = {};                ///< why there is no ratio or no interval
};

/// One a variant, in the order of their first cases, then one of all. Each case counts the same. Cases are not
/// independent, as a process that is slow is so in all of them: the units of the interval are the processes, known
/// through the cases by their run_id, as clusters (Liang and Zeger, Biometrika 73, 1986, for a mean). With K cases, a
/// side whose case k has n_k processes and residuals r of ln time about the case's mean: process i weighs u_i = Σ_k
/// r_ki/(n_k·K), the side's variance is n/(n−1)·Σ u_i² over its n processes, with n−1 degrees of freedom; the two sides
/// as by welch_log_ratio. Where every process has every case, that is Welch's on each process's mean of ln time over
/// the cases. The interval is about these cases, not about others like them. No interval under two processes a side in
/// any case, where one is on both sides, and where they don't differ.
std::vector<MeanRatio> geometric_means(std::span<const CasePair> cases);

}  // namespace attn
