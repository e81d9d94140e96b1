#include "benchmarks/observe_case.h"

#include <ATen/Context.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "benchmarks/against_plan.h"
#include "benchmarks/launch_list.h"
#include "fixtures/work.h"
#include "results/bad_request.h"
#include "results/near_names.h"

namespace attn {

namespace {

DevicePeaks peaks_of(const Gpu& gpu) {
  const bool tf32_allowed = at::globalContext().allowTF32CuBLAS();
  const double tf32_flops = gpu.tf32_flops.value_or(0);
  return {.bandwidth_bytes_per_s = gpu.bandwidth_bytes_per_s,
          .fp64_flops_per_s = gpu.fp64_flops,
          .fp32_flops_per_s = tf32_allowed ? std::max(gpu.fp32_flops, tf32_flops) : gpu.fp32_flops,
          .half_flops_per_s = gpu.half_flops,
          .fused_fp32_flops_per_s = std::max(gpu.fp32_flops, tf32_flops / 3)};
}

AttentionWork attention_work(const AttentionShape& shape) {
  const double read = fused_bytes_read(shape);
  return {.flops = model_flops(shape),
          .bytes_read = static_cast<int64_t>(read),
          .bytes_written = static_cast<int64_t>(fused_traffic_bytes(shape) - read)};
}

std::optional<Guess> guess_for(std::span<const Guess> guesses, const std::string& variant) {
  const auto found = std::ranges::find(guesses, variant, &Guess::variant);
  return found == guesses.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

void observe_case(CaseResult& result, const Case& benchmark_case, const LaunchedForward& forward, Device& device,
                  const std::optional<Gpu>& gpu, bool times_are_real) {
  const std::optional<DevicePeaks> peaks = gpu ? std::optional(peaks_of(*gpu)) : std::nullopt;
  Observation observed = observe_forward(forward, device, attention_work(benchmark_case.shape), peaks, times_are_real);
  result.ops = static_cast<int64_t>(observed.ops.size());
  result.backend_ran = backend_that_ran(benchmark_case.variant, observed.backend);
  if (observed.loss) {  // nothing of it is a result
    result.status = Status::kFailed;
    result.reason = *observed.loss;
    return;
  }
  result.observed = std::move(observed);
}

void check_guesses(std::span<const Guess> guesses, std::span<const Case> cases) {
  std::vector<std::string> variants;
  for (const Case& benchmark_case : cases)
    if (std::ranges::find(variants, benchmark_case.variant.name) == variants.end())
      variants.push_back(benchmark_case.variant.name);
  for (const Guess& guess : guesses) {
    if (std::ranges::find(variants, guess.variant) != variants.end()) continue;
    throw BadRequest(fmt::format("--guess={}:{}: no case of this run is of {}{}; there are {}", guess.variant,
                                 guess.launches, guess.variant, did_you_mean(guess.variant, variants),
                                 fmt::join(variants, ", ")));
  }
}

void note_guess(CaseResult& result, const Case& benchmark_case, std::span<const Guess> guesses) {
  if (const auto guess = guess_for(guesses, benchmark_case.variant.name)) result.launches_guessed = guess->launches;
}

std::string observation_text(const Options& options, const Case& benchmark_case, const CaseResult& result) {
  const std::string name = name_of(benchmark_case);
  std::string text;
  if (options.launches && result.observed)
    text += launch_list(name, result.observed->launches, result.observed->unknown_registers);
  if (result.profiled) {
    text += fmt::format("{}: profile\n{}", name, result.profiled->text);
    if (benchmark_case.cache == Cache::kCold)
      text += "caches       not flushed between these forwards; --cache=hot measures what is recorded here\n";
  }
  if (result.against_plan) text += text_of(*result.against_plan, name);
  if (!result.launches_guessed) return text;
  if (!result.observed)
    return text + fmt::format("{}: the guess of {} is not judged: {}\n", name, *result.launches_guessed, result.reason);
  const Guess guess{.variant = benchmark_case.variant.name, .launches = *result.launches_guessed};
  return text + judge_guess(name, result.observed->launches, guess) + '\n';
}

bool guessed_wrong(const CaseResult& result) {
  if (result.against_plan) return differs(*result.against_plan);
  if (!result.launches_guessed) return false;
  return !result.observed || std::ssize(result.observed->launches) != *result.launches_guessed;
}

}  // namespace attn
