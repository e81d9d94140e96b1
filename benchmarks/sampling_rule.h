#pragma once

#include <cstddef>
#include <cstdint>

namespace attn {

/// Fewer samples than this say nothing, whatever max_time_s says.
inline constexpr size_t kFewestSamples = 3;

/// When the sampler of a case stops: when the noise and both minima are met, or at max_time_s, which wins over both but
/// never gives fewer than 3 samples (then the case is flagged not_converged).
struct SamplingRule {
  double min_time_s = 0.3;      ///< --benchmark_min_time: sum of the sampled forwards
  double warmup_time_s = 0.05;  ///< --benchmark_min_warmup_time: the exact call, at least 3 times
  double max_time_s = 2;        ///< --max_time_s: wall clock of the case's sampling
  double max_noise = 0.01;      ///< --max_noise: relative half-width of the median's 95 % interval
  int64_t min_samples = 10;     ///< --min_samples
};

}  // namespace attn
