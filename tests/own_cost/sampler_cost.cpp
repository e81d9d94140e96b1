// The median time of a forward as the sampler finds it over the time of a forward in a bare loop, both in turn: the
// ratio says what sampling adds to the figures. A forward of about 20 µs: naive attention at [1,4,32,16] fp32.
#include <ATen/Parallel.h>
#include <c10/core/InferenceMode.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "benchmarks/attention_variant.h"
#include "benchmarks/sampler.h"
#include "fixtures/inputs.h"
#include "profiling/cpu/cpu_device.h"
#include "profiling/cpu/freed_memory.h"
#include "results/statistics.h"

namespace attn {
namespace {

constexpr int kPairs = 100;
constexpr int64_t kForwards = 1000;

double bare_loop_s(const Forward& forward) {
  const auto begin = std::chrono::steady_clock::now();
  for (int64_t i = 0; i < kForwards; ++i) forward();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / kForwards;
}

double sampler_s(ForwardTimer& timer, const Forward& forward) {
  const SamplingRule rule{
      .min_time_s = 0, .warmup_time_s = 0, .max_time_s = 60, .max_noise = 1e9, .min_samples = kForwards};
  Sampler sampler(timer, forward, rule, real_surroundings([] { return false; }));
  while (!sampler.done()) sampler.sample_slice(0.01);
  std::vector<double> times;
  for (const TimedSample& sample : sampler.sampling().samples) times.push_back(sample.time_s);
  return median(times);
}

void print_ratios() {
  const c10::InferenceMode inference;
  const AttentionInputs inputs = make_inputs({.batch = 1,
                                              .q_heads = 4,
                                              .kv_heads = 4,
                                              .q_len = 32,
                                              .kv_len = 32,
                                              .head_dim = 16,
                                              .dtype = DType::kFp32,
                                              .mask = Mask::kCausal},
                                             at::kCPU, 0);
  const Forward forward = variant_list().front().prepare(inputs);
  const std::unique_ptr<ForwardTimer> timer = make_cpu_device(true)->make_timer(Cache::kUncontrolled, 45);
  std::vector<double> ratios, bare, sampled;
  for (int pair = -5; pair < kPairs; ++pair) {  // five to warm up
    const double bare_s = bare_loop_s(forward), sampled_s = sampler_s(*timer, forward);
    if (pair < 0) continue;
    bare.push_back(bare_s), sampled.push_back(sampled_s), ratios.push_back(sampled_s / bare_s);
  }
  fmt::print(
      "bare loop {:.2f} µs, sampler {:.2f} µs a forward; ratio over {} pairs: median {:.4f}, quartiles {:.4f} {:.4f}\n",
      median(bare) * 1e6, median(sampled) * 1e6, kPairs, median(ratios), quantile(ratios, 0.25),
      quantile(ratios, 0.75));
}

}  // namespace
}  // namespace attn

int main() {
  attn::keep_freed_memory();
  at::set_num_threads(1);
  attn::print_ratios();
}
