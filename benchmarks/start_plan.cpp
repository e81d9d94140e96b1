#include "benchmarks/start_plan.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "benchmarks/case_list.h"
#include "benchmarks/child_process.h"
#include "benchmarks/external/kernel_library.h"
#include "benchmarks/interrupt.h"
#include "benchmarks/kept_results.h"
#include "benchmarks/observe_case.h"
#include "benchmarks/option_declarations.h"
#include "benchmarks/plan_run.h"
#include "benchmarks/profile_case.h"
#include "benchmarks/run_identity.h"
#include "benchmarks/temporary_folder.h"
#include "fixtures/gpus.h"
#include "profiling/cuda/cuda_device.h"
#include "profiling/libtorch_facts.h"
#include "profiling/resources/device_code.h"
#include "profiling/resources/kernel_resources.h"
#include "results/bad_request.h"
#include "results/exit_code.h"
#include "results/read_launches.h"
#include "standin/card_of_gpu.h"
#include "standin/environment.h"

namespace attn {
namespace {

constexpr int kBrokenPipe = 128 + SIGPIPE;

/// The cards asked for that have cases. Throws BadRequest for an unknown one.
std::vector<PlannedCard> cards_of(const Options& options, const std::vector<Case>& cases) {
  std::vector<PlannedCard> cards;
  for (const std::string& name : options.plan) {
    try {
      cards.push_back(planned_card(name));
    } catch (const BadRequest& error) {
      throw BadRequest(fmt::format("--plan={}: {}", name, error.what()));
    }
    if (std::ranges::find(cases, name, &Case::device_kind) == cases.end()) cards.pop_back();
  }
  return cards;
}

/// LibTorch's, and those of --kernel, where they have device code.
std::vector<std::filesystem::path> libraries_to_plan(const Options& options) {
  std::vector<std::filesystem::path> libraries = libraries_with_device_code(libtorch_folder());
  for (const KernelRequest& kernel : options.external.kernels) {
    const std::filesystem::path library = kernel_file_of(kernel, true).library;
    if (device_code_of(library)) libraries.push_back(library);
  }
  return libraries;
}

/// By card, the files of kernel resources of the libraries. Says once why some are missing: their registers are then
/// unknown, which is no reason not to plan.
std::vector<std::vector<std::filesystem::path>> resources_of(const std::vector<std::filesystem::path>& libraries,
                                                             const std::vector<PlannedCard>& cards) {
  std::vector<std::string> archs;
  for (const PlannedCard& card : cards) archs.push_back(card.gpu.arch);
  std::vector<std::vector<std::filesystem::path>> files(cards.size());
  std::string reason;
  for (const std::filesystem::path& library : libraries) {
    const std::vector<FoundFile> found = kernel_resources_of(library, archs, user_cache_folder(), libtorch_folder());
    for (size_t card = 0; card < cards.size(); ++card) {
      if (found[card].path) files[card].push_back(*found[card].path);
      if (reason.empty()) reason = found[card].reason;
    }
  }
  if (!reason.empty()) fmt::print(stderr, "attn_bench: registers of kernels are left blank: {}\n", reason);
  return files;
}

standin::Installation installed_standin() {
  try {
    return standin::find_installation();
  } catch (const std::runtime_error& error) {
    throw BadRequest(fmt::format("--plan: {}", error.what()));
  }
}

/// Whether the option says which cases there are, but for --benchmark_filter, which may name this GPU or its caches.
bool is_of_the_sweep(const std::string& name) {
  if (name == "--launch") return true;
  const std::vector<OptionDeclaration> declarations = option_declarations();
  const auto found = std::ranges::find(declarations, name, &OptionDeclaration::name);
  return found != declarations.end() && found->group == OptionGroup::kSweep;
}

/// In the process that the stand-in is loaded into: why a kernel has no registers there, where that is known.
std::string why_registers_are_unknown() {
  const char* resources = std::getenv(standin::kResourcesVariable);
  const std::vector<std::string> files = standin::files_of(resources == nullptr ? "" : resources);
  return std::ranges::any_of(files, driver_compiles_the_rest) ? "compiled by the driver" : "";
}

int plan_card(const PlannedCard& card, const standin::Installation& installation,
              std::vector<std::filesystem::path> resources, const std::vector<std::string>& arguments) {
  std::vector<std::string> child = arguments;  // a flag given again counts instead of the first one
  child.insert(child.end(), {"--plan=" + card.name, "--stood_in"});
  const char* faults = std::getenv(standin::kFaultsVariable);  // for tests of a GPU's bad days
  const standin::Variables environment = standin::environment_for({.card = standin::card_of(card.gpu),
                                                                   .resource_files = std::move(resources),
                                                                   .faults = faults == nullptr ? "" : faults,
                                                                   .activity_ns = {}},
                                                                  installation);
  const int code = run_this_program_in({environment.begin(), environment.end()}, child).exit_code;
  if (interrupted()) return kExitInterrupted;
  if (code == kBrokenPipe) return code;  // whoever read the plan has read enough
  if (code > kExitBadRequest && code != kExitInterrupted) {
    fmt::print(stderr, "attn_bench: the plan for {} broke off with code {}\n", card.name, code);
    return kExitBadAnswer;
  }
  return code;
}

}  // namespace

int plan_all_cards(const Options& options, const std::vector<std::string>& arguments) {
  if (const auto absent = cuda_absent_reason()) throw BadRequest("--plan needs a LibTorch with CUDA: " + *absent);
  const std::vector<Case> cases = list_planned_cases(options, options.plan);
  check_guesses(options.guesses, cases);
  const std::vector<PlannedCard> cards = cards_of(options, cases);
  if (options.google.list_tests) {
    for (const Case& benchmark_case : cases) fmt::print("{}\n", name_of(benchmark_case));
    return kExitFine;
  }
  if (options.out) open_results_folder(*options.out);
  check_trace_folder(options.profile);
  const standin::Installation installation = installed_standin();
  const std::vector<std::vector<std::filesystem::path>> resources = resources_of(libraries_to_plan(options), cards);
  int code = kExitFine;
  for (size_t card = 0; card < cards.size() && !interrupted(); ++card) {
    if (card > 0) fmt::print("\n");
    std::fflush(stdout);
    const int ended = plan_card(cards[card], installation, resources[card], arguments);
    code = std::max(code, ended);  // the worse it is, the larger
    if (ended == kBrokenPipe) break;
  }
  return interrupted() ? kExitInterrupted : code;
}

PlannedLaunches plan_launches(const Options& options, const std::string& gpu_name, const std::string& arch) {
  const std::optional<Gpu> listed = find_gpu(gpu_name);
  const PlannedCard card = planned_card(listed ? listed->name : arch);
  const standin::Installation installation = installed_standin();
  const TemporaryFolder folder("--guess=plan");
  const standin::Variables variables =
      standin::environment_for({.card = standin::card_of(card.gpu),
                                .resource_files = resources_of(libraries_to_plan(options), {card}).front(),
                                .faults = "",
                                .activity_ns = {}},
                               installation);
  const std::string run_id = new_run_id();
  std::vector<std::string> arguments = {"attn_bench", "--plan=" + card.name, "--out=" + folder.path().string(),
                                        "--child_run_id=" + run_id, "--stood_in"};
  for (const auto& [name, value] : options.given)
    if (is_of_the_sweep(name)) arguments.push_back(fmt::format("{}={}", name, value));
  const ChildEnd end =
      run_this_program(arguments, (folder.path() / "errors").string(), {variables.begin(), variables.end()});
  if (interrupted()) return {.card = card.name, .by_case = {}};
  if (end.exit_code == kExitBadRequest) throw BadRequest(fmt::format("--guess=plan: {}", end.last_words));
  if (end.exit_code > kExitBadRequest)
    throw std::runtime_error(
        fmt::format("--guess=plan: the plan for {} ended with code {}: {}", card.name, end.exit_code, end.last_words));
  return {.card = card.name, .by_case = read_launches(folder.path(), run_id)};
}

void refuse_to_measure_on_a_standin() {
  if (!standin::is_active()) return;
  throw BadRequest("this process runs on the stand-in GPU, which computes nothing and has no times; --plan=a100 plans");
}

CardPlan plan_of_this_card(const Options& options) {
  const auto set_memory_bytes =
      reinterpret_cast<standin::SetMemoryBytes>(dlsym(RTLD_DEFAULT, standin::kSetMemoryBytes));
  if (set_memory_bytes == nullptr) {
    throw BadRequest(
        "the stand-in GPU was not loaded into this process: the system ignores LD_PRELOAD, as it does for a program "
        "with "
        "privileges or on a mount without exec");
  }
  const PlannedCard card = planned_card(options.plan.front());
  return {.card = card,
          .settings = {.gpu = card.gpu,
                       .guesses = options.guesses,
                       .fit = options.fit,
                       .profile = options.profile,
                       .unknown_registers = why_registers_are_unknown(),
                       .set_memory_bytes = set_memory_bytes}};
}

RunOutcome plan_this_card(const Options& options, const std::vector<std::string>& arguments) {
  const CardPlan plan = plan_of_this_card(options);
  // As the user gave them, without what plan_card() added.
  return run_plan(options, {arguments.begin(), arguments.end() - 2}, plan.card, plan.settings);
}

}  // namespace attn
