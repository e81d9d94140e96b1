#include "benchmarks/measure.h"

#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "benchmarks/external/external_kernels.h"
#include "benchmarks/interrupt.h"
#include "benchmarks/kept_results.h"
#include "benchmarks/make_ready.h"
#include "benchmarks/process_sweep.h"
#include "benchmarks/profile_pass.h"
#include "benchmarks/run_identity.h"
#include "benchmarks/start_plan.h"
#include "benchmarks/sweep_run.h"
#include "benchmarks/temporary_folder.h"
#include "results/bad_request.h"

namespace attn {
namespace {

/// The samples of one pass, added to those of the passes before.
void add_pass(std::optional<CaseResult>& all, const CaseResult& pass) {
  if (!all || pass.status != Status::kOk)
    all = pass;
  else if (all->status == Status::kOk)
    all->rounds.insert(all->rounds.end(), pass.rounds.begin(), pass.rounds.end());
}

}  // namespace

RunSettings run_settings(const Options& options, const RunIdentity& identity) {
  return {.sampling = options.sampling,
          .seed = options.seed,
          .order_seed = options.seed + std::hash<std::string>{}(identity.run_id),
          .rounds = static_cast<size_t>(options.google.repetitions),
          .surroundings = real_surroundings(interrupted)};
}

RunOutcome measure_in_passes(const Options& options, Device& device, const std::vector<Case>& cases,
                             RunSettings settings, KeptResults& kept,
                             const std::function<void(const std::string& case_name)>& begins) {
  settings.sampling.min_time_s /= static_cast<double>(options.passes);
  settings.sampling.max_time_s /= static_cast<double>(options.passes);
  std::map<std::string, std::optional<CaseResult>> results;
  SweepRun sweep(device, cases, settings, [&](const Case& benchmark_case, const CaseResult& result) {
    add_pass(results[name_of(benchmark_case)], result);
  });
  const std::vector<CaseToReport> reports = sweep.cases_to_report();
  for (int64_t pass = 0; pass < options.passes; ++pass) {
    sweep.begin_again();
    for (const CaseToReport& report : reports) {
      if (begins) begins(report.name);
      for (int64_t round = 0; round < options.google.repetitions && !sweep.stopped(); ++round) report.run(round);
    }
  }
  RunOutcome outcome;
  outcome.interrupted = sweep.stopped();
  sweep.rethrow_error();
  for (const Case& benchmark_case : cases) {
    const std::optional<CaseResult>& result = results[name_of(benchmark_case)];
    if (!result) continue;
    kept.keep(benchmark_case, *result);
    ++outcome.count[result->status];
  }
  return outcome;
}

RunOutcome measure_here(const Options& options, const std::vector<std::string>& arguments, Device& device,
                        const std::vector<Case>& cases) {
  const Facts facts = run_facts(options, arguments, device.facts());
  const RunIdentity identity = make_run_identity(options, device, facts);
  KeptResults kept(options.out, identity, facts);
  const std::vector<Case> own = without_external(cases);
  ExternalKernels kernels(options, arguments, identity.run_id, cases,
                          [&](const Case& failed, const CaseResult& result) { kept.keep(failed, result); });
  make_ready(own, device);
  if (options.passes > 1) {
    RunOutcome outcome = measure_in_passes(options, device, own, run_settings(options, identity), kept);
    if (!outcome.interrupted) kernels.measure_in_passes(outcome);
    return outcome;
  }
  std::optional<PlannedLaunches> plan;
  if (options.guess_plan) plan = plan_launches(options, device.name(), device.arch());
  std::vector<MeasuredCase> measured;
  if (options.unmeasured) {
    for (const Case& benchmark_case : own) measured.push_back({benchmark_case, std::nullopt});
    RunOutcome unmeasured;
    look_into_cases(options, measured, plan, device, kept, unmeasured);
    return unmeasured;
  }
  SweepRun sweep(device, own, run_settings(options, identity),
                 [&](const Case& benchmark_case, const CaseResult& result) {
                   kept.keep(benchmark_case, result);
                   if (result.status == Status::kOk) measured.push_back({benchmark_case, time_s_of(result)});
                 });
  RunOutcome outcome =
      run_google_benchmark(options.google, kernels.add_to(cases, sweep.cases_to_report()),
                           {.first_line = first_line(device.name(), facts), .context = facts, .interrupted = [&] {
                              return sweep.stopped() || kernels.stopped();
                            }});
  sweep.rethrow_error();
  kernels.rethrow_error();
  outcome.interrupted = outcome.interrupted || kernels.stopped();
  if (!is_looked_into(options)) return outcome;
  look_into_cases(options, measured, plan, device, kept, outcome);
  if (!outcome.interrupted) kernels.look_into_cases(outcome);
  return outcome;
}

RunOutcome measure_in_processes(const Options& options, const std::vector<std::string>& arguments,
                                const DeviceChoice& choice, const std::vector<Case>& cases) {
  std::optional<TemporaryFolder> temporary;
  const std::filesystem::path folder = options.out ? *options.out : temporary.emplace("--processes").path();
  const ResultsDirectory checked = open_results_folder(folder);  // an error with it is told before anything is measured
  // A GPU is not asked for its facts here: that would take memory on it while the processes measure.
  const Facts device_facts = choice.kind == "cpu" ? make_device(choice, options)->facts() : Facts{};
  const Facts facts = run_facts(options, arguments, device_facts);
  std::vector<std::string> names;
  for (const Case& benchmark_case : cases) names.push_back(name_of(benchmark_case));
  ProcessSweep sweep(options, arguments, folder);
  GoogleBenchmarkFlags once = options.google;
  once.repetitions = 1;  // the rounds are inside the processes
  const std::string device = choice.kind == "cpu" ? "cpu" : fmt::format("{}:{}", choice.kind, choice.index);
  const std::string line = fmt::format("{} · medians of {} processes", first_line(device, facts), options.processes);
  const RunOutcome outcome =
      run_google_benchmark(once, sweep.cases_to_report(names),
                           {.first_line = line, .context = facts, .interrupted = [&] { return sweep.stopped(); }});
  sweep.rethrow_error();
  return outcome;
}

}  // namespace attn
