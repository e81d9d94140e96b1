#include "benchmarks/external/external_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iterator>

#include "benchmarks/interrupt.h"

namespace attn {
namespace {

using What = KernelQuestion::What;

CaseResult failure(const std::string& reason) {
  CaseResult result;
  result.status = Status::kFailed;
  result.reason = reason;
  return result;
}

void add(RunOutcome& outcome, const KernelAnswer& answer) {
  for (const auto& [status, count] : answer.count) outcome.count[status] += count;
  outcome.guessed_wrong = outcome.guessed_wrong || answer.guessed_wrong;
  outcome.interrupted = outcome.interrupted || answer.interrupted;
}

}  // namespace

std::vector<Case> without_external(const std::vector<Case>& cases) {
  std::vector<Case> own;
  for (const Case& benchmark_case : cases)
    if (!benchmark_case.variant.is_external) own.push_back(benchmark_case);
  return own;
}

ExternalKernels::ExternalKernels(const Options& options, const std::vector<std::string>& arguments,
                                 const std::string& run_id, const std::vector<Case>& cases, KeepFailure keep_failure)
    : keep_failure_(std::move(keep_failure)) {
  for (const Case& benchmark_case : cases) {
    if (!benchmark_case.variant.is_external) continue;
    const std::string& name = benchmark_case.variant.name;
    if (!folder_) folder_.emplace("--kernel");
    Kernel& kernel = kernels_[name];
    if (!kernel.process)
      kernel.process = std::make_unique<KernelProcess>(options, arguments, run_id, name, folder_->path());
    kernel.cases.emplace(name_of(benchmark_case), benchmark_case);
  }
  for (auto& [name, kernel] : kernels_) load(kernel);
}

void ExternalKernels::load(Kernel& kernel) {
  try {
    kernel.process->ask({.what = What::kReady});
  } catch (const KernelProcessEnded& end) {
    kernel.never_loaded = fmt::format("loading it: {}", end.what());
  } catch (const Interrupted&) {
    interrupted_ = true;
  }
}

KernelAnswer ExternalKernels::ask(Kernel& kernel, const KernelQuestion& question) {
  if (kernel.never_loaded) throw KernelProcessEnded(*kernel.never_loaded);
  try {
    return kernel.process->ask(question);
  } catch (const Interrupted&) {
    interrupted_ = true;
    KernelAnswer nothing;
    nothing.interrupted = true;
    return nothing;
  }
}

void ExternalKernels::fail(Kernel& kernel, const Case& benchmark_case, const std::string& reason) {
  if (!kernel.failed.emplace(name_of(benchmark_case), reason).second) return;
  keep_failure_(benchmark_case, failure(reason));
}

std::optional<ReportedCase> ExternalKernels::report(const Case& benchmark_case, int64_t round) {
  Kernel& kernel = kernels_.at(benchmark_case.variant.name);
  const std::string name = name_of(benchmark_case);
  if (!kernel.failed.contains(name)) {
    try {
      KernelQuestion question{.what = What::kMeasure, .case_name = name, .round = round};
      const std::optional<ReportedCase> reported = ask(kernel, question).reported;
      if (reported && reported->status == Status::kOk) kernel.measured[name] = reported->time_s;
      return reported;
    } catch (const KernelProcessEnded& end) {
      fail(kernel, benchmark_case, end.what());
    }
  }
  ReportedCase failed;
  failed.reason = kernel.failed.at(name);
  return failed;
}

std::vector<CaseToReport> ExternalKernels::add_to(const std::vector<Case>& cases, std::vector<CaseToReport> own) {
  std::vector<CaseToReport> all;
  auto next = std::make_move_iterator(own.begin());
  for (const Case& benchmark_case : cases) {
    if (!benchmark_case.variant.is_external) {
      all.push_back(*next++);
      continue;
    }
    all.push_back(
        {.name = name_of(benchmark_case), .run = [this, benchmark_case](int64_t round) -> std::optional<ReportedCase> {
           if (stopped()) return std::nullopt;
           try {
             return report(benchmark_case, round);
           } catch (...) {
             error_ = std::current_exception();
             return std::nullopt;
           }
         }});
  }
  return all;
}

/// A case that the process ended in is left out of the next one.
void ExternalKernels::measure_in_passes(Kernel& kernel, RunOutcome& outcome) {
  KernelQuestion question{.what = What::kPasses};
  while (question.without.size() < kernel.cases.size() && !interrupted_) {
    try {
      return add(outcome, ask(kernel, question));
    } catch (const KernelProcessEnded& end) {
      const auto found = kernel.cases.find(kernel.process->case_in_work());
      for (const auto& [name, benchmark_case] : kernel.cases) {
        if (found != kernel.cases.end() && !kernel.never_loaded && name != found->first) continue;
        if (std::ranges::find(question.without, name) != question.without.end()) continue;
        question.without.push_back(name);
        fail(kernel, benchmark_case, end.what());
        ++outcome.count[Status::kFailed];
      }
    }
  }
}

void ExternalKernels::measure_in_passes(RunOutcome& outcome) {
  for (auto& [name, kernel] : kernels_) measure_in_passes(kernel, outcome);
  outcome.interrupted = outcome.interrupted || interrupted_;
}

/// A case that the process ended in is left out of the next one.
void ExternalKernels::look_into_cases(Kernel& kernel, RunOutcome& outcome) {
  KernelQuestion question{.what = What::kLook};
  question.measured = kernel.measured;
  while (!question.measured.empty() && !stopped()) {
    try {
      return add(outcome, ask(kernel, question));
    } catch (const KernelProcessEnded& end) {
      const std::string name = kernel.process->case_in_work();
      fmt::print(stderr, "attn_bench: {}: not profiled: {}\n", name, end.what());
      ++outcome.count[Status::kFailed];
      if (question.measured.erase(name) == 0) return;
    }
  }
}

void ExternalKernels::look_into_cases(RunOutcome& outcome) {
  for (auto& [name, kernel] : kernels_) look_into_cases(kernel, outcome);
}

KernelAnswer ExternalKernels::plan(const Case& benchmark_case) {
  Kernel& kernel = kernels_.at(benchmark_case.variant.name);
  try {
    return ask(kernel, {.what = What::kPlan, .case_name = name_of(benchmark_case)});
  } catch (const KernelProcessEnded& end) {
    fail(kernel, benchmark_case, end.what());
    KernelAnswer answer;
    answer.planned = planned_line_of(benchmark_case, failure(end.what()));
    return answer;
  }
}

bool ExternalKernels::stopped() const {
  return error_ || interrupted_ || interrupted();
}

void ExternalKernels::rethrow_error() const {
  if (error_) std::rethrow_exception(error_);
}

}  // namespace attn
