#pragma once

#include <optional>
#include <string>

#include "results/scaling.h"

namespace attn {

/// Where one variant becomes faster than another.
struct Crossing {
  double length = 0;
  std::optional<double> low;   ///< nothing when lengths down to the shortest can't be ruled out
  std::optional<double> high;  ///< nothing when lengths up to the longest can't be ruled out
};

/// A crossing, or why there is none.
struct Crossover {
  std::optional<Crossing> crossing;
  std::string reason;  ///< empty with a crossing
};

/// The length from which on `second` is faster than `first`, by the two curves; of several the last. Only within the
/// lengths that both were fitted to: else "not within 256 … 8,192" and which of the two is faster there. "Not told
/// within …" when at all these lengths the two differ less than their errors.
///
/// The interval holds the lengths around it at which the ratio of the curves isn't told from 1: where |log ratio| is at
/// most t standard errors, which come from the linear approximation of each fit (Bates and Watts 1988, 2.3), with t
/// for Welch and Satterthwaite's degrees of freedom. It inverts a test, as Fieller's interval does, so an end may be
/// missing. The errors of the two variants are taken as independent. Throws std::invalid_argument when the confidence
/// isn't between 0 and 1.
Crossover crossover(const ScalingFit& first, const ScalingFit& second, double confidence = 0.95);

}  // namespace attn
