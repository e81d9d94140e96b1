#include "results/comparing/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "results/bad_request.h"
#include "results/exit_code.h"
#include "results/log_ratio.h"
#include "results/process_medians.h"

namespace attn {
namespace {

bool has_failed(std::string_view status) {
  return status == "failed" || status == "incorrect";
}

CaseChange change_between(std::string_view before, std::string_view after) {
  if (before == "ok" && after == "ok") return CaseChange::kBoth;
  if (after == "ok") return before == "unsupported" ? CaseChange::kNowSupported : CaseChange::kNewlyOk;
  const bool is_newly_bad = before == "ok" || (has_failed(after) && !has_failed(before));
  return is_newly_bad ? CaseChange::kNewlyFailing : CaseChange::kNotOk;
}

/// "unsupported (no mask) → ok".
std::string status_text(const SideStatus& before, const SideStatus& after) {
  const auto with_reason = [](const SideStatus& status) {
    return status.reason.empty() ? std::string(status.status) : fmt::format("{} ({})", status.status, status.reason);
  };
  if (before.status == after.status && before.reason == after.reason) return with_reason(before);
  return fmt::format("{} → {}", with_reason(before), with_reason(after));
}

ComparedCase compare_case(const SideCase& base, const SideCase* now) {
  ComparedCase compared{.key = base.key, .base = &base, .now = now};
  if (now == nullptr) {
    compared.change = CaseChange::kRemoved;
    compared.reason = fmt::format("only base has it, there {}", status_of(base).status);
    return compared;
  }
  const SideStatus before = status_of(base);
  const SideStatus after = status_of(*now);
  compared.change = change_between(before.status, after.status);
  if (compared.change == CaseChange::kBoth) {
    compared.exact = exact_changes(base, *now);
  } else {
    compared.reason = status_text(before, after);
  }
  return compared;
}

void refuse_without_common_case(const Side& base, const Side& now) {
  const bool is_common =
      std::ranges::any_of(base.cases(), [&](const SideCase& side_case) { return now.find(side_case.key) != nullptr; });
  if (is_common) return;
  if (base.cases().empty() || now.cases().empty()) throw BadRequest("a side of the comparison has no case");
  throw BadRequest(fmt::format("base and new have no case in common: base has {} cases such as {}, new {} such as {}",
                               base.cases().size(), base.cases().front().key, now.cases().size(),
                               now.cases().front().key));
}

std::vector<ComparedCase> compare_cases(const Side& base, const Side& now) {
  std::vector<ComparedCase> cases;
  for (const SideCase& side_case : base.cases()) cases.push_back(compare_case(side_case, now.find(side_case.key)));
  for (const SideCase& side_case : now.cases()) {
    if (base.find(side_case.key) != nullptr) continue;
    cases.push_back({.key = side_case.key,
                     .now = &side_case,
                     .change = CaseChange::kAdded,
                     .reason = fmt::format("only new has it, there {}", status_of(side_case).status)});
  }
  return cases;
}

/// Adds those whose times are compared, and the cases that they belong to.
void add_timed_pairs(std::span<ComparedCase> cases, std::span<const Side> aa, std::vector<CasePair>& pairs,
                     std::vector<ComparedCase*>& timed) {
  for (ComparedCase& compared : cases) {
    if (compared.change != CaseChange::kBoth) continue;
    CasePair pair{.name = compared.key,
                  .variant = compared.base->processes.front().kept->row.variant,
                  .base = times_of(*compared.base),
                  .now = times_of(*compared.now)};
    if (pair.base.empty() || pair.now.empty()) continue;
    pair.aa_log_ratios = aa_log_ratios(*compared.base, aa);
    pairs.push_back(std::move(pair));
    timed.push_back(&compared);
  }
}

/// Of the mean of the processes' logarithms; nothing where a process has no time.
std::optional<double> log_time_of(const SideCase& side_case, std::string_view side) {
  const ProcessMedians medians = process_medians(times_of(side_case), side);
  if (!medians.refusal.empty()) return std::nullopt;
  return log_times(medians.medians_s).mean;
}

}  // namespace

std::string_view change_name(CaseChange change) {
  switch (change) {
    case CaseChange::kAdded:
      return "added";
    case CaseChange::kRemoved:
      return "removed";
    case CaseChange::kNewlyFailing:
      return "newly failing";
    case CaseChange::kNewlyOk:
      return "newly ok";
    case CaseChange::kNowSupported:
      return "no longer unsupported";
    case CaseChange::kNotOk:
      return "not ok";
    case CaseChange::kBoth:
      break;
  }
  return "";
}

std::vector<double> aa_log_ratios(const SideCase& base_case, std::span<const Side> aa) {
  std::vector<double> ratios;
  if (aa.empty()) return ratios;
  const std::optional<double> base = log_time_of(base_case, "base");
  for (const Side& sitting : aa) {
    const SideCase* const other = sitting.find(base_case.key);
    const std::optional<double> time = other == nullptr ? std::nullopt : log_time_of(*other, "--aa");
    if (base && time) ratios.push_back(*time - *base);
  }
  return ratios;
}

Comparison compare(const Side& base, const Side& now, std::span<const Side> aa, const VerdictRule& rule) {
  return std::move(compare_each(base, std::array{&now}, aa, rule).front());
}

std::vector<Comparison> compare_each(const Side& base, std::span<const Side* const> others, std::span<const Side> aa,
                                     const VerdictRule& rule) {
  std::vector<Comparison> comparisons;
  for (const Side* other : others) {
    refuse_without_common_case(base, *other);
    comparisons.push_back({.cases = compare_cases(base, *other), .means = {}});
  }
  std::vector<CasePair> pairs;
  std::vector<ComparedCase*> timed;
  for (Comparison& comparison : comparisons) {
    const size_t begin = pairs.size();
    add_timed_pairs(comparison.cases, aa, pairs, timed);
    const auto own = std::span(pairs).subspan(begin);
    if (!own.empty()) comparison.means = geometric_means(own);
  }
  std::vector<CaseVerdict> verdicts = judge(pairs, rule);
  for (size_t i = 0; i < verdicts.size(); ++i) timed[i]->verdict = std::move(verdicts[i]);
  return comparisons;
}

size_t count_of(const Comparison& comparison, CaseChange change) {
  return static_cast<size_t>(std::ranges::count(comparison.cases, change, &ComparedCase::change));
}

size_t count_of(const Comparison& comparison, Verdict verdict) {
  return static_cast<size_t>(std::ranges::count_if(comparison.cases, [&](const ComparedCase& compared) {
    return compared.verdict && compared.verdict->verdict == verdict;
  }));
}

int exit_code_of(const Comparison& comparison, const CompareSettings& settings) {
  const bool is_bad = count_of(comparison, Verdict::kSlower) > 0 ||
                      count_of(comparison, CaseChange::kNewlyFailing) > 0 ||
                      (!settings.allow_removed && count_of(comparison, CaseChange::kRemoved) > 0) ||
                      (settings.strict && count_of(comparison, Verdict::kUnsure) > 0);
  return is_bad ? kExitBadAnswer : kExitFine;
}

}  // namespace attn
