#include "results/program/compare_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>

#include "results/program/launch_sections.h"
#include "results/readable_figures.h"
#include "results/text_width.h"

namespace attn {
namespace {

constexpr size_t kWidestFact = 60;

/// In the order in which people want them: what is bad first.
constexpr auto kVerdictOrder =
    std::to_array<Verdict>({Verdict::kSlower, Verdict::kFaster, Verdict::kUnsure, Verdict::kUnchanged});
constexpr auto kChangeOrder =
    std::to_array<CaseChange>({CaseChange::kNewlyFailing, CaseChange::kRemoved, CaseChange::kAdded,
                               CaseChange::kNewlyOk, CaseChange::kNowSupported, CaseChange::kNotOk});

size_t place_of(const ComparedCase& compared) {
  const auto change = std::ranges::find(kChangeOrder, compared.change);
  if (change != kChangeOrder.end()) {
    const auto place = static_cast<size_t>(change - kChangeOrder.begin());
    return place < 2 ? place : place + kVerdictOrder.size();
  }
  if (!compared.verdict) return kChangeOrder.size() + kVerdictOrder.size();
  return 2 + static_cast<size_t>(std::ranges::find(kVerdictOrder, compared.verdict->verdict) - kVerdictOrder.begin());
}

std::vector<const ComparedCase*> in_order(const Comparison& comparison) {
  std::vector<const ComparedCase*> cases;
  for (const ComparedCase& compared : comparison.cases) cases.push_back(&compared);
  std::ranges::stable_sort(cases, {}, [](const ComparedCase* compared) { return place_of(*compared); });
  return cases;
}

std::string three_digits(const std::optional<double>& value) {
  return value ? significant(*value, 3) : "";
}

std::string interval_text(const std::optional<Interval>& interval) {
  return interval ? fmt::format("{:.3f} … {:.3f}", interval->low, interval->high) : "";
}

std::optional<double> low_of(const std::optional<Interval>& interval) {
  return interval ? std::optional(interval->low) : std::nullopt;
}

std::optional<double> high_of(const std::optional<Interval>& interval) {
  return interval ? std::optional(interval->high) : std::nullopt;
}

std::vector<Cell> case_row(const ComparedCase& compared) {
  const CaseVerdict verdict = compared.verdict.value_or(CaseVerdict{});
  const auto processes = [&](size_t count) {
    return compared.verdict ? count_cell(static_cast<int64_t>(count)) : Cell{};
  };
  const Cell needed = verdict.processes_needed ? count_cell(*verdict.processes_needed) : Cell{};
  return {text_cell(compared.key),
          text_cell(outcome_name(compared)),
          number_cell(verdict.ratio, ratio_text(verdict.ratio)),
          number_cell(low_of(verdict.interval), interval_text(verdict.interval)),
          hidden_cell(high_of(verdict.interval)),
          time_cell(verdict.base_time_s),
          time_cell(verdict.new_time_s),
          hidden_cell(verdict.p),
          number_cell(verdict.q, three_digits(verdict.q)),
          hidden_cell(verdict.noise_floor),
          {.shown = "", .value = processes(verdict.base_processes).value},
          {.shown = "", .value = processes(verdict.new_processes).value},
          {.shown = "", .value = needed.value},
          text_cell(compared.verdict ? verdict.reason : compared.reason)};
}

Section cases_section(const Comparison& comparison) {
  Section section{.name = "cases", .title = "Cases"};
  section.columns = {{"case", "case"},
                     {"outcome", "outcome"},
                     {"ratio", "new/base", true},
                     {"ratio_low", "95 % interval", true},
                     {"ratio_high", "", true},
                     {"base_time_s", "base", true},
                     {"new_time_s", "new", true},
                     {"p", "", true},
                     {"q", "q", true},
                     {"noise_floor", "", true},
                     {"base_processes", "", true},
                     {"new_processes", "", true},
                     {"processes_needed", "", true},
                     {"reason", "why"}};
  for (const ComparedCase* compared : in_order(comparison)) section.rows.push_back(case_row(*compared));
  return section;
}

Section outcome_section(const Comparison& comparison, const CompareSettings& settings) {
  Section section{.name = "outcome", .title = "Outcome"};
  section.lines.push_back(counts_text(comparison));
  const size_t unsure = count_of(comparison, Verdict::kUnsure);
  if (unsure > 0) {
    section.lines.push_back(fmt::format("{} unsure: neither changed nor unchanged can be said{}",
                                        counted(static_cast<int64_t>(unsure), "case"),
                                        settings.strict ? "; with --strict that is a bad answer" : ""));
  }
  const auto exact =
      std::ranges::count_if(comparison.cases, [](const ComparedCase& each) { return !each.exact.empty(); });
  if (exact > 0)
    section.lines.push_back(fmt::format("{} changed in what doesn't vary by itself", counted(exact, "case")));
  const bool is_timed =
      std::ranges::any_of(comparison.cases, [](const ComparedCase& each) { return each.verdict.has_value(); });
  if (is_timed) section.lines.push_back(rule_text(settings.rule));
  return section;
}

std::string runs_text(const Side& side) {
  return fmt::format("{} of {}", counted(static_cast<int64_t>(side.runs().size()), "run"),
                     fmt::join(paths_of(side), ", "));
}

}  // namespace

std::string outcome_name(const ComparedCase& compared) {
  if (compared.change != CaseChange::kBoth) return std::string(change_name(compared.change));
  return compared.verdict ? std::string(verdict_name(compared.verdict->verdict)) : "not timed";
}

std::string ratio_text(const std::optional<double>& ratio) {
  if (!ratio) return "";
  const double percent = 100 * (*ratio - 1);
  return fmt::format("{} ({}{:.1f} %)", significant(*ratio, 4), percent < 0 ? "−" : "+", std::abs(percent));
}

std::string counts_text(const Comparison& comparison) {
  std::map<size_t, std::pair<std::string, int64_t>> counts;
  for (const ComparedCase& compared : comparison.cases) {
    auto& [name, count] = counts[place_of(compared)];
    name = outcome_name(compared);
    ++count;
  }
  std::string text;
  for (const auto& [place, named] : counts) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", counted(named.second, "case"), named.first);
  }
  return text;
}

Section means_section(const Comparison& comparison) {
  Section section{.name = "means", .title = std::string(kMeansTitle)};
  section.columns = {{"variant", "variant"},      {"cases", "cases", true},
                     {"ratio", "new/base", true}, {"ratio_low", "95 % interval", true},
                     {"ratio_high", "", true},    {"reason", "why"}};
  for (const MeanRatio& mean : comparison.means) {
    section.rows.push_back({text_cell(mean.variant.empty() ? "all" : mean.variant),
                            count_cell(static_cast<int64_t>(mean.cases)),
                            number_cell(mean.ratio, ratio_text(mean.ratio)),
                            number_cell(low_of(mean.interval), interval_text(mean.interval)),
                            hidden_cell(high_of(mean.interval)), text_cell(mean.reason)});
  }
  return section;
}

Section exact_section(const Comparison& comparison) {
  Section section{.name = "exact", .title = std::string(kExactTitle)};
  section.columns = {{"case", "case"}, {"what", "what"}, {"base", "base"}, {"new", "new"}};
  size_t compared_cases = 0;
  for (const ComparedCase& compared : comparison.cases) {
    if (compared.change == CaseChange::kBoth) ++compared_cases;
    for (const ExactChange& change : compared.exact) {
      section.rows.push_back(
          {text_cell(compared.key), text_cell(change.name), text_cell(change.before), text_cell(change.after)});
    }
  }
  if (section.rows.empty() && compared_cases > 0) {
    section.title = "";
    section.lines = {fmt::format("Backends, launches, ops and memory are the same in {}",
                                 counted(static_cast<int64_t>(compared_cases), "case"))};
  }
  return section;
}

std::string rule_text(const VerdictRule& rule) {
  return fmt::format(
      "A change is more than {:.3g} % and more than the noise; of those called so, at most {:.3g} % are wrong on "
      "average",
      100 * rule.threshold, 100 * rule.false_discovery_rate);
}

std::vector<std::string> paths_of(const Side& side) {
  std::vector<std::string> paths;
  for (const KeptRun* run : side.runs()) {
    std::string path = run->path.string();
    if (std::ranges::find(paths, path) == paths.end()) paths.push_back(std::move(path));
  }
  return paths;
}

Section facts_section(const Side& base, const Side& now, const FactChanges& facts) {
  Section section{.name = "facts", .title = "What differs between the runs"};
  section.lines = {fmt::format("base: {}", runs_text(base)), fmt::format("new:  {}", runs_text(now))};
  section.lines.push_back(facts.changes.empty() ? fmt::format("No fact differs: all {} are equal", facts.equal)
                                                : fmt::format("{} equal facts besides", facts.equal));
  section.columns = {{"fact", "fact"}, {"base", "base"}, {"new", "new"}};
  const auto value_cell = [](const std::string& value) {
    return value.empty() ? Cell{.shown = "(none)"} : Cell{.shown = cut_to_width(value, kWidestFact), .value = value};
  };
  for (const FactChange& change : facts.changes) {
    section.rows.push_back({text_cell(change.key), value_cell(change.before), value_cell(change.after)});
  }
  return section;
}

Report compare_report(const Side& base, const Side& now, const Comparison& comparison,
                      const CompareSettings& settings) {
  Report report{.main_section = "cases"};
  const FactChanges facts = fact_changes(base, now);
  report.sections.push_back(facts_section(base, now, facts));
  report.sections.push_back({.name = "careful",
                             .title = "CAREFUL: a change in time may come from this",
                             .lines = confounders(base, now, facts)});
  report.sections.push_back(outcome_section(comparison, settings));
  report.sections.push_back(cases_section(comparison));
  report.sections.push_back(means_section(comparison));
  report.sections.push_back(exact_section(comparison));
  for (Section& section : launch_sections(comparison)) report.sections.push_back(std::move(section));
  return report;
}

}  // namespace attn
