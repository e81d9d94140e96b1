#include "benchmarks/launch_pass.h"

#include <fmt/format.h>

#include <cstdio>

#include "benchmarks/interrupt.h"
#include "benchmarks/observe_case.h"
#include "benchmarks/progress.h"
#include "benchmarks/verify_case.h"

namespace attn {
namespace {

CaseResult observe(const Options& options, const Case& benchmark_case, Device& device) {
  CaseResult result;
  try {
    const AttentionInputs inputs = make_inputs(benchmark_case.shape, device.torch_device(), options.seed);
    const Forward forward = benchmark_case.variant.prepare(inputs);
    forward();
    device.synchronize();
    observe_case(result, benchmark_case, forward, device, find_gpu(device.name()), true);
  } catch (...) {
    record_failure(result, std::current_exception(), device);
  }
  if (!result.observed) result.reason = "launches not counted: " + result.reason;
  note_guess(result, benchmark_case, options.guesses);
  return result;
}

}  // namespace

void observe_cases(const Options& options, const std::vector<Case>& cases, Device& device, KeptResults& kept,
                   RunOutcome& outcome) {
  // With JSON or CSV on standard output everything else goes to standard error.
  std::FILE* out = options.google.format == "console" ? stdout : stderr;
  Progress progress(cases.size());
  for (const Case& benchmark_case : cases) {
    if (interrupted()) return;
    progress.show("counting the launches of " + name_of(benchmark_case));
    const CaseResult result = observe(options, benchmark_case, device);
    progress.finish_step();
    progress.clear();
    kept.keep_observation(benchmark_case, result);
    if (!result.observed) {
      ++outcome.count[result.status];
      fmt::print(out, "{}: {}\n", name_of(benchmark_case), result.reason);
    }
    outcome.guessed_wrong = outcome.guessed_wrong || guessed_wrong(result);
    fmt::print(out, "{}", observation_text(options, benchmark_case, result));
    std::fflush(out);
  }
}

}  // namespace attn
