#include "benchmarks/profile_pass.h"

#include <fmt/format.h>

#include <cstdio>

#include "benchmarks/against_plan.h"
#include "benchmarks/interrupt.h"
#include "benchmarks/observe_case.h"
#include "benchmarks/profile_case.h"
#include "benchmarks/progress.h"
#include "benchmarks/verify_case.h"
#include "results/bad_request.h"

namespace attn {
namespace {

bool launches_are_counted(const Options& options) {
  return options.launches || options.guess_plan || !options.guesses.empty();
}

/// CUDA events timed the same thing where nothing flushed the caches between forwards, as nothing does here.
std::optional<double> event_time_of(const MeasuredCase& measured) {
  return measured.benchmark_case.cache == Cache::kHot ? measured.time_s : std::nullopt;
}

DeviceTimes device_times_of(const Device& device, const Options& options) {
  if (!device.sm_limits()) return DeviceTimes::kNone;
  return options.unmeasured ? DeviceTimes::kVirtual : DeviceTimes::kReal;
}

CaseResult look_into(const Options& options, const MeasuredCase& measured, const std::optional<PlannedLaunches>& plan,
                     Device& device) {
  const Case& benchmark_case = measured.benchmark_case;
  CaseResult result;
  try {
    const AttentionInputs inputs = make_inputs(benchmark_case.shape, device.torch_device(), options.seed);
    const LaunchedForward launched = prepare_forward(benchmark_case, inputs, device);
    launched.forward();
    device.synchronize();
    if (launches_are_counted(options))
      observe_case(result, benchmark_case, launched, device, find_gpu(device.name()), !options.unmeasured);
    if (plan && result.observed) hold_against_plan(result, benchmark_case, *plan);
    if (options.profile.wanted && result.status == Status::kOk) {
      const DeviceTimes device_times = device_times_of(device, options);
      profile_case(result, benchmark_case, launched.forward, device, options.profile, device_times,
                   event_time_of(measured));
    }
  } catch (const BadRequest&) {
    throw;
  } catch (const Interrupted&) {
    throw;
  } catch (...) {
    record_failure(result, std::current_exception(), device);
  }
  const bool is_counted = result.observed || !launches_are_counted(options);
  if (result.status != Status::kOk)
    result.reason = fmt::format("{}: {}", is_counted ? "not profiled" : "launches not counted", result.reason);
  if (plan && !result.against_plan) result.against_plan = AgainstPlan{.card = plan->card, .diff = {}};
  note_guess(result, benchmark_case, options.guesses);
  return result;
}

std::string text_of_case(const Options& options, const Case& benchmark_case, const CaseResult& result) {
  const std::string text = observation_text(options, benchmark_case, result);
  return result.status == Status::kOk ? text : fmt::format("{}: {}\n{}", name_of(benchmark_case), result.reason, text);
}

}  // namespace

bool is_looked_into(const Options& options) {
  return launches_are_counted(options) || options.profile.wanted;
}

void look_into_cases(const Options& options, const std::vector<MeasuredCase>& cases,
                     const std::optional<PlannedLaunches>& plan, Device& device, KeptResults& kept,
                     RunOutcome& outcome) {
  // With JSON or CSV on standard output everything else goes to standard error.
  std::FILE* out = options.google.format == "console" ? stdout : stderr;
  Progress progress(cases.size());
  std::string as_planned;
  for (const MeasuredCase& measured : cases) {
    if (outcome.interrupted = interrupted(); outcome.interrupted) break;
    progress.show("looking into " + name_of(measured.benchmark_case));
    CaseResult result;
    try {
      result = look_into(options, measured, plan, device);
    } catch (const Interrupted&) {
      outcome.interrupted = true;
      break;
    }
    progress.finish_step();
    progress.clear();
    kept.keep_observation(measured.benchmark_case, result);
    if (result.status != Status::kOk) ++outcome.count[result.status];
    outcome.guessed_wrong = outcome.guessed_wrong || guessed_wrong(result);
    const std::string text = text_of_case(options, measured.benchmark_case, result);
    if (plan && !guessed_wrong(result) && result.status == Status::kOk)
      as_planned += text;
    else
      fmt::print(out, "{}", text);
    std::fflush(out);
  }
  fmt::print(out, "{}", as_planned);
  std::fflush(out);
}

}  // namespace attn
