#include "benchmarks/sampler.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>

#include "results/statistics.h"

namespace attn {

SamplerSurroundings real_surroundings(std::function<bool()> interrupted) {
  const auto now_s = [] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  };
  return {.now_s = now_s, .usage = process_usage, .interrupted = std::move(interrupted)};
}

double median_noise(std::span<const TimedSample> samples) {
  std::vector<double> times;
  times.reserve(samples.size());
  for (const TimedSample& sample : samples) times.push_back(sample.time_s);
  const auto interval = median_interval(times);
  if (!interval) return std::numeric_limits<double>::infinity();
  return (interval->high - interval->low) / 2 / median(times);
}

Sampler::Sampler(ForwardTimer& timer, const Forward& forward, SamplingRule rule, SamplerSurroundings surroundings)
    : timer_(&timer), forward_(&forward), rule_(rule), surroundings_(std::move(surroundings)) {}

void Sampler::warm_up() {
  const double start_s = surroundings_.now_s();
  for (int calls = 0; !surroundings_.interrupted();) {
    timer_->time(*forward_);
    const double spent_s = surroundings_.now_s() - start_s;
    // A quarter of the case's time is enough for a slow forward, which has run twice before to be checked.
    if ((++calls >= 3 && spent_s >= rule_.warmup_time_s) ||
        spent_s >= std::max(rule_.warmup_time_s, rule_.max_time_s / 4))
      return;
  }
}

void Sampler::sample_slice(double slice_s) {
  const double start_s = surroundings_.now_s();
  const ProcessUsage usage = surroundings_.usage();
  double spent_s = 0;
  do {
    sampling_.samples.push_back(timer_->time(*forward_));
    const TimedSample& sample = sampling_.samples.back();
    sampled_s_ += sample.time_s * static_cast<double>(sample.forwards);
    spent_s = surroundings_.now_s() - start_s;
    done_ = finished(sampling_.wall_s + spent_s);
  } while (!done_ && spent_s < slice_s);
  sampling_.wall_s += spent_s;
  sampling_.usage = sampling_.usage + (surroundings_.usage() - usage);
}

bool Sampler::stop_if_interrupted() {
  if (surroundings_.interrupted()) done_ = true;
  return done_;
}

bool Sampler::finished(double spent_s) {
  const size_t count = sampling_.samples.size();
  if (surroundings_.interrupted()) return true;
  const bool enough = count >= static_cast<size_t>(rule_.min_samples) && sampled_s_ >= rule_.min_time_s;
  if (enough && reached_noise()) return sampling_.converged = true;
  return count >= kFewestSamples && spent_s >= rule_.max_time_s;
}

// Each look sorts the samples: it waits until there are a tenth more than at the last one.
bool Sampler::reached_noise() {
  const size_t count = sampling_.samples.size();
  if (count < next_noise_check_) return false;
  next_noise_check_ = count + std::max<size_t>(1, count / 10);
  return median_noise(sampling_.samples) <= rule_.max_noise;
}

void sample_in_turn(std::span<const SamplerSlice> slices, std::mt19937_64& random,
                    const std::function<void(size_t)>& on_error) {
  std::vector<size_t> order(slices.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::shuffle(order.begin(), order.end(), random);
  for (const size_t index : order) {
    Sampler* const sampler = slices[index].sampler;
    if (sampler == nullptr || sampler->done() || sampler->stop_if_interrupted()) continue;
    try {
      sampler->sample_slice(slices[index].slice_s);
    } catch (...) {
      on_error(index);
    }
  }
}

}  // namespace attn
