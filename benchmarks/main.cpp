#include <ATen/Parallel.h>
#include <c10/core/InferenceMode.h>
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "benchmarks/case_list.h"
#include "benchmarks/child_process.h"
#include "benchmarks/external/serve_kernel.h"
#include "benchmarks/interrupt.h"
#include "benchmarks/measure.h"
#include "benchmarks/observe_case.h"
#include "benchmarks/options.h"
#include "benchmarks/profile_case.h"
#include "benchmarks/select_device.h"
#include "benchmarks/start_plan.h"
#include "profiling/error_text.h"
#include "results/bad_request.h"
#include "results/end_of_output.h"
#include "results/exit_code.h"

namespace attn {
namespace {

int exit_code_of(const Options& options, const RunOutcome& outcome) {
  if (outcome.interrupted) return kExitInterrupted;
  const bool bad = outcome.count.contains(Status::kFailed) || outcome.count.contains(Status::kIncorrect);
  return bad || (options.strict && outcome.guessed_wrong) ? kExitBadAnswer : kExitFine;
}

/// Refuses what only a GPU or a plan can answer, before anything is measured.
void check_observable(const Options& options, const DeviceChoice& choice, const std::vector<Case>& cases) {
  if (!options.launches && options.guesses.empty() && !options.guess_plan) return;
  if (choice.kind == "cpu") {
    throw BadRequest(fmt::format("{}: a CPU launches nothing; a GPU's launches are planned without one: --plan=a100",
                                 options.launches ? "--launches" : "--guess"));
  }
  check_guesses(options.guesses, cases);
}

int plan(const Options& options, const std::vector<std::string>& arguments) {
  if (!options.stood_in) catch_interrupts();
  if (!options.stood_in) return plan_all_cards(options, arguments);
  end_with_parent();
  catch_interrupts();
  const c10::InferenceMode inference;
  return exit_code_of(options, plan_this_card(options, arguments));
}

int run(const Options& options, const std::vector<std::string>& arguments) {
  // The process that started this one has told them.
  if (!options.stood_in && options.external.process.empty())
    for (const std::string& notice : options.notices) fmt::print(stderr, "attn_bench: {}\n", notice);
  if (options.threads) at::set_num_threads(static_cast<int>(*options.threads));
  if (!options.external.process.empty()) {
    catch_interrupts();
    const c10::InferenceMode inference;
    return serve_kernel(options, arguments);
  }
  if (!options.plan.empty()) return plan(options, arguments);
  const DeviceChoice choice = choose_device(options.device);
  const std::vector<Case> cases = list_cases(options, choice);
  check_observable(options, choice, cases);
  if (choice.kind == "cuda" && !options.unmeasured) refuse_to_measure_on_a_standin();
  if (options.google.list_tests) {
    for (const Case& benchmark_case : cases) fmt::print("{}\n", name_of(benchmark_case));
    return kExitFine;
  }
  check_trace_folder(options.profile);
  if (!options.child_run_id.empty()) end_with_parent();
  const c10::InferenceMode inference;
  catch_interrupts();
  if (options.processes > 1) return exit_code_of(options, measure_in_processes(options, arguments, choice, cases));
  return exit_code_of(options, measure_here(options, arguments, *make_device(choice, options), cases));
}

int main_with_errors(int argc, const char* const* argv) {
  try {
    return run(parse_options(argc, argv), {argv, argv + argc});
  } catch (const PrintAndExit& text) {
    fmt::print("{}", text.text);
    return kExitFine;
  } catch (const BadRequest& request) {
    fmt::print(stderr, "attn_bench: {}\n", request.what());
    return kExitBadRequest;
  } catch (const c10::Error& error) {
    fmt::print(stderr, "attn_bench: {}\n", text_of(error));
    return kExitBadAnswer;
  } catch (const std::exception& error) {
    fmt::print(stderr, "attn_bench: {}\n", error.what());
    return kExitBadAnswer;
  }
}

}  // namespace
}  // namespace attn

int main(int argc, char** argv) {
  return attn::end_of_output("attn_bench", attn::main_with_errors(argc, argv));
}
