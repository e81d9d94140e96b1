#include "benchmarks/case_list.h"

#include <fmt/format.h>

#include "benchmarks/case_filter.h"
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

}  // namespace

std::vector<Case> list_cases(const Options& options, const DeviceChoice& choice) {
  const std::vector<AttentionVariant> variants = variant_list();
  const std::vector<Cache> caches = choose_caches(choice, options.cache);
  const CaseFilter filter(options.google.filter);
  std::vector<Case> all, kept;
  for (const AttentionShape& shape : make_sweep(options.sweep, default_shape_set(choice)))
    for (const AttentionVariant& variant : variants)
      for (const Cache cache : caches)
        all.push_back({.variant = variant, .shape = shape, .cache = cache, .device_kind = choice.kind});
  for (const Case& benchmark_case : all)
    if (filter.keeps(name_of(benchmark_case))) kept.push_back(benchmark_case);
  if (kept.empty()) throw BadRequest(no_match(options.google.filter, variants, all.front()));
  return kept;
}

}  // namespace attn
