#include "benchmarks/case_list.h"

#include <fmt/format.h>

#include <algorithm>

#include "benchmarks/case_filter.h"
#include "benchmarks/compiled/compiled_variants.h"
#include "results/bad_request.h"
#include "results/near_names.h"

namespace attn {
namespace {

std::string no_match(const std::string& filter, const std::vector<AttentionVariant>& variants, const Case& example) {
  std::vector<std::string> names;
  for (const AttentionVariant& variant : variants) names.push_back(variant.name);
  return fmt::format(
      "--benchmark_filter={} matches no case{}. A case is named like {}; --benchmark_list_tests lists them.", filter,
      did_you_mean(filter, names), name_of(example));
}

/// Those of variant_list(), of --compile and of --kernel.
std::vector<AttentionVariant> all_variants(const Options& options) {
  std::vector<AttentionVariant> variants = variant_list();
  if (options.compile != CompileChoice::kNone)
    for (AttentionVariant& variant : compiled_variants(options.compile == CompileChoice::kDynamic))
      variants.push_back(std::move(variant));
  for (const KernelRequest& kernel : options.external.kernels) {
    if (std::ranges::find(variants, kernel.name, &AttentionVariant::name) != variants.end())
      throw BadRequest(fmt::format("--kernel={}={}: there is a variant of that name; give the kernel another one",
                                   kernel.name, kernel.path.string()));
    AttentionVariant& variant = variants.emplace_back();
    variant.name = kernel.name;
    variant.is_external = true;
  }
  return variants;
}

std::vector<LaunchMode> launch_modes(LaunchChoice choice) {
  switch (choice) {
    case LaunchChoice::kGraph:
      return {LaunchMode::kGraph};
    case LaunchChoice::kBoth:
      return {LaunchMode::kEager, LaunchMode::kGraph};
    case LaunchChoice::kEager:
      break;
  }
  return {LaunchMode::kEager};
}

std::vector<Case> filtered_cases(const Options& options, std::string_view default_set,
                                 const std::vector<std::string>& devices, const std::vector<Cache>& caches) {
  const std::vector<LaunchMode> launches = launch_modes(options.launch);
  const std::vector<AttentionVariant> variants = all_variants(options);
  const std::vector<AttentionShape> shapes = make_sweep(options.sweep, default_set);
  const CaseFilter filter(options.google.filter);
  std::vector<Case> all, kept;
  for (const std::string& device : devices)
    for (const AttentionShape& shape : shapes)
      for (const AttentionVariant& variant : variants)
        for (const Cache cache : caches)
          for (const LaunchMode launch : launches)
            all.push_back(
                {.variant = variant, .shape = shape, .cache = cache, .launch = launch, .device_kind = device});
  for (const Case& benchmark_case : all)
    if (filter.keeps(name_of(benchmark_case))) kept.push_back(benchmark_case);
  if (kept.empty()) throw BadRequest(no_match(options.google.filter, variants, all.front()));
  return kept;
}

}  // namespace

std::vector<Case> list_cases(const Options& options, const DeviceChoice& choice) {
  if (choice.kind == "cpu" && options.launch != LaunchChoice::kEager) {
    throw BadRequest(fmt::format("--launch={}: a CPU has no CUDA graphs; it is for --device=cuda and for --plan",
                                 options.launch == LaunchChoice::kGraph ? "graph" : "both"));
  }
  return filtered_cases(options, default_shape_set(choice), {choice.kind}, choose_caches(choice, options.cache));
}

std::vector<Case> list_planned_cases(const Options& options, const std::vector<std::string>& cards) {
  return filtered_cases(options, "article", cards, {Cache::kUncontrolled});
}

}  // namespace attn
