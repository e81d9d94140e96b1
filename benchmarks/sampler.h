#pragma once

#include <functional>
#include <random>
#include <span>
#include <vector>

#include "benchmarks/sampling_rule.h"
#include "profiling/cpu/process_usage.h"
#include "profiling/forward_timer.h"

namespace attn {

/// What sampling a case gave. Every sample, in order.
struct Sampling {
  std::vector<TimedSample> samples;
  bool converged = false;
  ProcessUsage usage;  ///< of the process while the samples were taken
  double wall_s = 0;   ///< that the samples took, flushes and checks included
};

/// What the sampler reads beside the timer; passed in, so that a test can hold it.
struct SamplerSurroundings {
  std::function<double()> now_s;        ///< a clock that never goes back
  std::function<ProcessUsage()> usage;  ///< of the process so far
  std::function<bool()> interrupted;    ///< polled after each sample
};

/// The real ones: steady clock, getrusage and the given poll.
SamplerSurroundings real_surroundings(std::function<bool()> interrupted);

/// Samples one case in slices until the rule is met: warm_up(), then sample_slice() until done(). The timer is used for
/// the warm-up too, so that the warm-up is the measured call. What the forward throws passes through.
class Sampler {
 public:
  Sampler(ForwardTimer& timer, const Forward& forward, SamplingRule rule, SamplerSurroundings surroundings);

  void warm_up();
  /// Samples for slice_s of wall clock, at least once, or until done.
  void sample_slice(double slice_s);
  bool done() const { return done_; }
  /// Done from now on, without another sample, if there was an interruption; returns whether it is done.
  bool stop_if_interrupted();
  const Sampling& sampling() const { return sampling_; }

 private:
  bool reached_noise();
  bool finished(double spent_s);

  ForwardTimer* timer_;
  const Forward* forward_;
  SamplingRule rule_;
  SamplerSurroundings surroundings_;
  Sampling sampling_;
  double sampled_s_ = 0;
  size_t next_noise_check_ = 0;
  bool done_ = false;
};

/// Relative half-width of the distribution-free 95 % interval of the median of the samples' times; infinity under 6
/// samples.
double median_noise(std::span<const TimedSample> samples);

/// A sampler's part of a turn; null and done ones are passed over.
struct SamplerSlice {
  Sampler* sampler = nullptr;
  double slice_s = 0;
};

/// One turn of interleaving: each sampler gets its slice, in an order drawn from `random`. `on_error` is given the
/// index of one whose forward threw, from inside the handler; it is not called again.
void sample_in_turn(std::span<const SamplerSlice> slices, std::mt19937_64& random,
                    const std::function<void(size_t)>& on_error);

}  // namespace attn
