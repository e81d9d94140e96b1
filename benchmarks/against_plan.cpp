#include "benchmarks/against_plan.h"

#include <fmt/format.h>

namespace attn {
namespace {

/// A plan's cases are named after the card and know no caches.
std::string name_in_plan(Case benchmark_case, const std::string& card) {
  benchmark_case.device_kind = card;
  benchmark_case.cache = Cache::kUncontrolled;
  return name_of(benchmark_case);
}

}  // namespace

void hold_against_plan(CaseResult& result, const Case& benchmark_case, const PlannedLaunches& plan) {
  AgainstPlan& against = result.against_plan.emplace();
  against.card = plan.card;
  const auto planned = plan.by_case.find(name_in_plan(benchmark_case, plan.card));
  if (planned != plan.by_case.end()) against.diff = diff_launches(planned->second, result.observed.value().launches);
}

bool differs(const AgainstPlan& against) {
  return !against.diff || !against.diff->differences.empty();
}

std::string text_of(const AgainstPlan& against, const std::string& case_name) {
  if (!against.diff)
    return fmt::format("{}: NOT held against the plan for {}: one of the two has no launches of it\n", case_name,
                       against.card);
  return fmt::format("{}: {} the plan for {}\n{}", case_name, differs(against) ? "NOT as in" : "as in", against.card,
                     describe_launch_diff(*against.diff));
}

}  // namespace attn
