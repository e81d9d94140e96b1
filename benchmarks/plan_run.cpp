#include "benchmarks/plan_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iostream>

#include "benchmarks/case_list.h"
#include "benchmarks/external/external_kernels.h"
#include "benchmarks/interrupt.h"
#include "benchmarks/kept_results.h"
#include "benchmarks/make_ready.h"
#include "benchmarks/observe_case.h"
#include "benchmarks/plan_table.h"
#include "benchmarks/progress.h"
#include "benchmarks/run_identity.h"
#include "benchmarks/run_summary.h"
#include "benchmarks/terminal_color.h"
#include "profiling/cuda/cuda_device.h"
#include "profiling/host_facts.h"

namespace attn {
namespace {

/// What the device says of itself, without what a stand-in can't know: a driver, clocks, power.
Facts facts_of(const Device& device, const PlannedCard& card) {
  constexpr std::array<std::string_view, 6> kLibraries = {"cuda_runtime_version", "cudnn_version",    "cublas_version",
                                                          "gpu_sm_count",         "gpu_memory_bytes", "gpu_l2_bytes"};
  Facts facts = {{"planned_card", card.name}, {"gpu_name", card.gpu.full_name}, {"gpu_arch", card.gpu.arch}};
  if (card.is_borrowed) facts.emplace_back("planned_limits_of", card.gpu.full_name);
  for (const auto& [key, value] : device.facts())
    if (std::ranges::find(kLibraries, key) != kLibraries.end()) facts.emplace_back(key, value);
  return facts;
}

std::string first_line_of(const PlannedCard& card) {
  const Gpu& gpu = card.gpu;
  const std::string limits = card.is_borrowed ? ", limits borrowed from " + gpu.full_name : "";
  return fmt::format("launch plan for {}: {} ({}, {} SMs, {:.3g} GB{}) · nothing runs, nothing is timed · LibTorch {}",
                     card.name, card.is_borrowed ? card.gpu.arch : gpu.full_name, gpu.arch, gpu.sm_count,
                     static_cast<double>(gpu.memory_bytes) / 1e9, limits, libtorch_version());
}

size_t longest_name(const std::vector<Case>& cases) {
  size_t width = 4;
  for (const Case& benchmark_case : cases) width = std::max(width, name_of(benchmark_case).size());
  return width;
}

/// Of one case: what the table and the end of the run tell.
struct PlannedCase {
  PlannedLine line;
  std::string text;
  bool guessed_wrong = false;
};

PlannedCase plan_own(const Options& options, const Case& benchmark_case, Device& device, const PlanSettings& settings,
                     KeptResults& kept) {
  const CaseResult result = plan_case(benchmark_case, device, settings);
  kept.keep(benchmark_case, result);
  return {.line = planned_line_of(benchmark_case, result),
          .text = observation_text(options, benchmark_case, result),
          .guessed_wrong = guessed_wrong(result)};
}

PlannedCase planned_case_of(const KernelAnswer& answer) {
  if (!answer.planned) throw Interrupted();
  return {.line = *answer.planned, .text = answer.text, .guessed_wrong = answer.guessed_wrong};
}

/// With what plan_card() added to them, for a kernel's process to be on the same card.
std::vector<std::string> with_plan_of(std::vector<std::string> arguments, const PlannedCard& card) {
  arguments.insert(arguments.end(), {"--plan=" + card.name, "--stood_in"});
  return arguments;
}

}  // namespace

std::unique_ptr<Device> make_planned_device() {
  return make_cuda_device(0, KernelCheck::kNone);
}

PlannedRun make_planned_run(const Options& options, const std::vector<std::string>& arguments, const PlannedCard& card,
                            const Device& device) {
  Facts facts = run_facts(options, arguments, facts_of(device, card));
  RunIdentity identity = make_run_identity(options, device, facts);
  identity.device = card.is_borrowed ? card.name : card.gpu.full_name;
  identity.driver_version.clear();  // one on this machine has no part in it
  return {.facts = std::move(facts), .identity = std::move(identity)};
}

RunOutcome run_plan(const Options& options, const std::vector<std::string>& arguments, const PlannedCard& card,
                    const PlanSettings& settings) {
  const std::vector<Case> cases = list_planned_cases(options, {card.name});
  const std::unique_ptr<Device> device = make_planned_device();
  const PlannedRun run = make_planned_run(options, arguments, card, *device);
  KeptResults kept(options.out, run.identity, run.facts);
  ExternalKernels kernels(options, with_plan_of(arguments, card), run.identity.run_id, cases,
                          [&](const Case& failed, const CaseResult& result) { kept.keep(failed, result); });

  make_ready(cases, *device);
  PlanTable table(std::cout, {.first_line = first_line_of(card),
                              .name_width = longest_name(cases),
                              .shows_fit = options.fit,
                              .color = use_color(options.google.color)});
  table.begin();
  Progress progress(cases.size());
  RunOutcome outcome;
  std::string observations;
  for (const Case& benchmark_case : cases) {
    if (outcome.interrupted = interrupted(); outcome.interrupted) break;
    progress.show("planning " + name_of(benchmark_case));
    PlannedCase planned;
    try {
      planned = benchmark_case.variant.is_external ? planned_case_of(kernels.plan(benchmark_case))
                                                   : plan_own(options, benchmark_case, *device, settings, kept);
    } catch (const Interrupted&) {
      outcome.interrupted = true;
      break;
    }
    ++outcome.count[planned.line.status];
    outcome.guessed_wrong = outcome.guessed_wrong || planned.guessed_wrong;
    observations += planned.text;
    progress.finish_step();
    progress.clear();
    table.line(planned.line);
  }
  table.end(summary_line(outcome, cases.size()));
  std::cout << observations << std::flush;
  return outcome;
}

}  // namespace attn
