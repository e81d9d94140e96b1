#include "benchmarks/external/serve_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>

#include "benchmarks/case_list.h"
#include "benchmarks/child_process.h"
#include "benchmarks/external/kernel_messages.h"
#include "benchmarks/external/kernel_process.h"
#include "benchmarks/external/kernel_variant.h"
#include "benchmarks/external/line_socket.h"
#include "benchmarks/interrupt.h"
#include "benchmarks/kept_results.h"
#include "benchmarks/measure.h"
#include "benchmarks/observe_case.h"
#include "benchmarks/plan_run.h"
#include "benchmarks/profile_pass.h"
#include "benchmarks/run_identity.h"
#include "benchmarks/select_device.h"
#include "benchmarks/start_plan.h"
#include "benchmarks/sweep_run.h"
#include "results/bad_request.h"
#include "results/exit_code.h"

namespace attn {
namespace {

/// The next question; nothing when no more will come.
std::optional<KernelQuestion> next_question(LineSocket& socket) {
  for (;;) {
    if (const std::optional<std::string> line = socket.take_line()) return read_question(*line);
    if (interrupted() || !socket.read_some()) return std::nullopt;
  }
}

const KernelRequest& request_of(const Options& options) {
  const auto& kernels = options.external.kernels;
  const auto found = std::ranges::find(kernels, options.external.process, &KernelRequest::name);
  if (found == kernels.end()) throw BadRequest("--kernel_process: for this program's own use");
  return *found;
}

/// Its cases, with the variant that calls it.
std::vector<Case> cases_of(const std::vector<Case>& all, const AttentionVariant& variant) {
  std::vector<Case> cases;
  for (const Case& benchmark_case : all) {
    if (benchmark_case.variant.name != variant.name) continue;
    cases.push_back(benchmark_case);
    cases.back().variant = variant;
  }
  return cases;
}

const Case& case_named(const std::vector<Case>& cases, const std::string& name) {
  const auto found = std::ranges::find(cases, name, [](const Case& candidate) { return name_of(candidate); });
  if (found == cases.end()) throw std::logic_error(fmt::format("{}: not a case of this kernel", name));
  return *found;
}

/// Which process, with what loaded, works on which cases.
struct Served {
  const Options* options;
  std::vector<std::string> arguments;
  std::vector<Case> cases;
  Facts kernel_facts;
  KernelWatch* watch;
};

Facts with(Facts facts, const Facts& more) {
  facts.insert(facts.end(), more.begin(), more.end());
  return facts;
}

/// The cases of a kernel on a device that has times.
class MeasuredKernel {
 public:
  MeasuredKernel(const Served& served, Device& device)
      : served_(&served),
        device_(&device),
        facts_(with(run_facts(*served.options, served.arguments, device.facts()), served.kernel_facts)),
        identity_(make_run_identity(*served.options, device, facts_)),
        kept_(served.options->out, identity_, facts_),
        sweep_(device, served.cases, run_settings(*served.options, identity_),
               [this](const Case& benchmark_case, const CaseResult& result) { kept_.keep(benchmark_case, result); }),
        reports_(sweep_.cases_to_report()) {}

  KernelAnswer answer_to(const KernelQuestion& question) {
    switch (question.what) {
      case KernelQuestion::What::kMeasure:
        return measure(question);
      case KernelQuestion::What::kPasses:
        return measure_all(question);
      case KernelQuestion::What::kLook:
        return look(question);
      default:
        return {};
    }
  }

 private:
  KernelAnswer measure(const KernelQuestion& question) {
    const auto report = std::ranges::find(reports_, question.case_name, &CaseToReport::name);
    KernelAnswer answer;
    if (report != reports_.end()) answer.reported = report->run(question.round);
    sweep_.rethrow_error();
    return answer;
  }

  KernelAnswer measure_all(const KernelQuestion& question) {
    std::vector<Case> cases = served_->cases;
    std::erase_if(cases, [&](const Case& benchmark_case) {
      return std::ranges::find(question.without, name_of(benchmark_case)) != question.without.end();
    });
    return answer_of(measure_in_passes(*served_->options, *device_, cases, run_settings(*served_->options, identity_),
                                       kept_,
                                       [this](const std::string& name) { set_case_name(*served_->watch, name); }));
  }

  KernelAnswer look(const KernelQuestion& question) {
    RunOutcome outcome;
    for (const auto& [name, time_s] : question.measured) {
      set_case_name(*served_->watch, name);
      look_into_cases(*served_->options, {{case_named(served_->cases, name), time_s}}, {}, *device_, kept_, outcome);
    }
    return answer_of(outcome);
  }

  static KernelAnswer answer_of(const RunOutcome& outcome) {
    KernelAnswer answer;
    answer.count = outcome.count;
    answer.guessed_wrong = outcome.guessed_wrong;
    answer.interrupted = outcome.interrupted;
    return answer;
  }

  const Served* served_;
  Device* device_;
  Facts facts_;
  RunIdentity identity_;
  KeptResults kept_;
  SweepRun sweep_;
  std::vector<CaseToReport> reports_;
};

/// The same on a stand-in GPU.
class PlannedKernel {
 public:
  PlannedKernel(const Served& served, const CardPlan& plan, Device& device)
      : served_(&served),
        plan_(&plan),
        device_(&device),
        run_(make_planned_run(*served.options, served.arguments, plan.card, device)),
        kept_(served.options->out, run_.identity, with(run_.facts, served.kernel_facts)) {}

  KernelAnswer answer_to(const KernelQuestion& question) {
    KernelAnswer answer;
    if (question.what != KernelQuestion::What::kPlan) return answer;
    const Case& benchmark_case = case_named(served_->cases, question.case_name);
    try {
      const CaseResult result = plan_case(benchmark_case, *device_, plan_->settings);
      kept_.keep(benchmark_case, result);
      answer.planned = planned_line_of(benchmark_case, result);
      answer.text = observation_text(*served_->options, benchmark_case, result);
      answer.guessed_wrong = guessed_wrong(result);
    } catch (const Interrupted&) {
      answer.interrupted = true;
    }
    return answer;
  }

 private:
  const Served* served_;
  const CardPlan* plan_;
  Device* device_;
  PlannedRun run_;
  KeptResults kept_;
};

template <typename Kernel>
int serve(Kernel& kernel, KernelWatch& watch) {
  for (LineSocket socket(kQuestionsDescriptor); const std::optional<KernelQuestion> question = next_question(socket);) {
    set_case_name(watch, question->case_name);
    if (!socket.send(line_of(kernel.answer_to(*question)))) break;
  }
  return interrupted() ? kExitInterrupted : kExitFine;
}

std::shared_ptr<const LoadedKernel> load(const Options& options, bool on_cuda, KernelWatch& watch) {
  const InKernel loading(watch);
  return std::make_shared<const LoadedKernel>(load_kernel(request_of(options), on_cuda));
}

}  // namespace

int serve_kernel(const Options& options, const std::vector<std::string>& arguments) {
  end_with_parent(SIGKILL);                  // it may be inside the kernel, which nothing else ends
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // what a kernel prints before it crashes is not lost
  KernelWatch& watch = watch_of(kWatchDescriptor);
  const std::optional<DeviceChoice> choice =
      options.stood_in ? std::nullopt : std::optional(choose_device(options.device));
  const auto kernel = load(options, !choice || choice->kind == "cuda", watch);
  const KernelCalling calling{.include_layout = options.external.include_layout, .computes = !options.stood_in};
  const AttentionVariant variant = make_kernel_variant(kernel, calling, watch);
  Served served{
      .options = &options,
      .arguments = {arguments.begin(), arguments.end() - 2},  // without what KernelProcess added
      .cases = cases_of(choice ? list_cases(options, *choice) : list_planned_cases(options, options.plan), variant),
      .kernel_facts = kernel->facts,
      .watch = &watch};
  if (choice) {
    const std::unique_ptr<Device> device = make_device(*choice, options);
    MeasuredKernel measured(served, *device);
    return serve(measured, watch);
  }
  const CardPlan plan = plan_of_this_card(options);
  served.arguments.resize(served.arguments.size() - 2);  // nor what started this plan
  const std::unique_ptr<Device> device = make_planned_device();
  PlannedKernel planned(served, plan, *device);
  return serve(planned, watch);
}

}  // namespace attn
