#include "benchmarks/observe_case.h"

#include <fmt/format.h>

#include <algorithm>

#include "benchmarks/launch_list.h"
#include "fixtures/work.h"
#include "results/bad_request.h"
#include "results/near_names.h"

namespace attn {

DevicePeaks peaks_of(const Gpu& gpu) {
  return {.bandwidth_bytes_per_s = gpu.bandwidth_bytes_per_s,
          .fp64_flops_per_s = gpu.fp64_flops,
          .fp32_flops_per_s = gpu.fp32_flops,
          .half_flops_per_s = gpu.half_flops};
}

void observe_case(CaseResult& result, const Case& benchmark_case, const Forward& forward, Device& device,
                  const std::optional<Gpu>& gpu, std::span<const Guess> guesses, bool times_are_real) {
  const std::optional<DevicePeaks> peaks = gpu ? std::optional(peaks_of(*gpu)) : std::nullopt;
  result.observed = observe_forward(forward, device, model_flops(benchmark_case.shape), peaks, times_are_real);
  result.ops = static_cast<int64_t>(result.observed->ops.size());
  result.backend_ran = result.observed->backend;
  if (const auto guess = guess_for(guesses, benchmark_case.variant.name)) result.launches_guessed = guess->launches;
  if (!result.observed->loss) return;
  result.status = Status::kFailed;
  result.reason = *result.observed->loss;
}

std::optional<Guess> guess_for(std::span<const Guess> guesses, const std::string& variant) {
  const auto found = std::ranges::find(guesses, variant, &Guess::variant);
  return found == guesses.end() ? std::nullopt : std::optional(*found);
}

void check_guesses(std::span<const Guess> guesses, std::span<const Case> cases) {
  std::vector<std::string> variants;
  for (const Case& benchmark_case : cases)
    if (std::ranges::find(variants, benchmark_case.variant.name) == variants.end())
      variants.push_back(benchmark_case.variant.name);
  for (const Guess& guess : guesses) {
    if (std::ranges::find(variants, guess.variant) != variants.end()) continue;
    throw BadRequest(fmt::format("--guess={}:{}: no case of this run is of {}{}", guess.variant, guess.launches,
                                 guess.variant, did_you_mean(guess.variant, variants)));
  }
}

std::string observation_text(const Options& options, const Case& benchmark_case, const CaseResult& result) {
  if (!result.observed || result.status != Status::kOk) return "";
  const std::string name = name_of(benchmark_case);
  const std::vector<LaunchRow>& launches = result.observed->launches;
  std::string text;
  if (options.launches) text += launch_list(name, launches);
  if (result.launches_guessed) {
    const Guess guess{.variant = benchmark_case.variant.name, .launches = *result.launches_guessed};
    text += judge_guess(name, launches, guess) + '\n';
  }
  return text;
}

bool guessed_wrong(const CaseResult& result) {
  return result.launches_guessed && result.observed &&
         std::ssize(result.observed->launches) != *result.launches_guessed;
}

}  // namespace attn
