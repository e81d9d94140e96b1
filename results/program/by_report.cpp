#include "results/program/by_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "results/comparing/fact_changes.h"
#include "results/exit_code.h"
#include "results/program/compare_report.h"
#include "results/program/launch_sections.h"
#include "results/readable_figures.h"

namespace attn {
namespace {

Section values_section(std::string_view name, const std::vector<ValueRuns>& sides) {
  Section section{.name = "values", .title = fmt::format("{} in the order of releases, each against the first", name)};
  section.columns = {{"value", std::string(name)}, {"runs", "runs", true}, {"paths", "of"}};
  for (const ValueRuns& side : sides) {
    section.rows.push_back({text_cell(side.value), count_cell(static_cast<int64_t>(side.side.runs().size())),
                            text_cell(fmt::format("{}", fmt::join(paths_of(side.side), ", ")))});
  }
  return section;
}

/// What else differs, and what a change in time may come from besides.
Section careful_section(std::string_view name, const std::vector<ValueRuns>& sides) {
  Section section{.name = "careful", .title = "CAREFUL: a change in time may come from this"};
  for (size_t i = 1; i < sides.size(); ++i) {
    FactChanges facts = fact_changes(sides.front().side, sides[i].side);
    std::erase_if(facts.changes, [&](const FactChange& change) { return change.key == name; });
    for (const std::string& sentence : confounders(sides.front().side, sides[i].side, facts)) {
      section.lines.push_back(fmt::format("{}: {}", sides[i].value, sentence));
    }
  }
  return section;
}

Section outcome_section(std::string_view name, const History& history) {
  Section section{.name = "outcome", .title = "Outcome"};
  section.lines.push_back(history.first_bad
                              ? fmt::format("first bad {}: {}", name, *history.first_bad)
                              : fmt::format("no {} is bad: in none is a case slower, newly failing or removed", name));
  for (size_t i = 0; i < history.comparisons.size(); ++i) {
    section.lines.push_back(fmt::format("{}: {}", history.later_values[i], counts_text(history.comparisons[i])));
  }
  return section;
}

void add_value_cells(std::vector<Cell>& row, const std::optional<ComparedCase>& compared) {
  const std::string outcome = compared ? outcome_name(*compared) : "";
  const std::optional<double> ratio = compared && compared->verdict ? compared->verdict->ratio : std::nullopt;
  const std::optional<double> time_s = compared && compared->verdict ? compared->verdict->new_time_s : std::nullopt;
  row.push_back({.shown = ratio ? fmt::format("{} {}", significant(*ratio, 4), outcome) : outcome,
                 .value = text_cell(outcome).value});
  row.push_back(hidden_cell(ratio));
  row.push_back(hidden_cell(time_s));
}

Cell first_time(const CaseHistory& history) {
  for (const std::optional<ComparedCase>& compared : history.against_first) {
    if (compared && compared->verdict) return time_cell(compared->verdict->base_time_s);
  }
  return {};
}

Section cases_section(const History& history) {
  Section section{.name = "cases", .title = "Cases"};
  section.columns = {{"case", "case"}, {history.first_value + "_time_s", history.first_value, true}};
  for (const std::string& value : history.later_values) {
    section.columns.push_back({value + "_outcome", value, true});
    section.columns.push_back({value + "_ratio", ""});
    section.columns.push_back({value + "_time_s", ""});
  }
  section.columns.push_back({"trend", "trend"});
  for (const CaseHistory& of_case : history.cases) {
    std::vector<Cell> row = {text_cell(of_case.key), first_time(of_case)};
    for (const auto& compared : of_case.against_first) add_value_cells(row, compared);
    row.push_back(text_cell(of_case.trend));
    section.rows.push_back(std::move(row));
  }
  return section;
}

/// A section of one comparison with a column for its value before the others.
void add_rows_of_value(Section& all, Section one, const std::string& value) {
  all.columns = std::move(one.columns);
  all.columns.insert(all.columns.begin(), {"value", "of"});
  for (std::vector<Cell>& row : one.rows) {
    row.insert(row.begin(), text_cell(value));
    all.rows.push_back(std::move(row));
  }
  for (const std::string& line : one.lines) all.lines.push_back(fmt::format("{}: {}", value, line));
}

void add_launch_sections(Report& report, const History& history) {
  for (size_t i = 0; i < history.comparisons.size(); ++i) {
    for (Section& section : launch_sections(history.comparisons[i])) {
      section.name = fmt::format("{}_{}", history.later_values[i], section.name);
      if (!section.title.empty()) section.title = fmt::format("{}: {}", history.later_values[i], section.title);
      report.sections.push_back(std::move(section));
    }
  }
}

}  // namespace

Report by_report(std::string_view name, const std::vector<ValueRuns>& sides, const History& history,
                 const CompareSettings& settings) {
  Report report{.main_section = "cases"};
  report.sections = {values_section(name, sides), careful_section(name, sides), outcome_section(name, history),
                     cases_section(history)};
  report.sections[2].lines.push_back(rule_text(settings.rule));
  Section means{.name = "means", .title = std::string(kMeansTitle)};
  Section exact{.name = "exact", .title = std::string(kExactTitle)};
  for (size_t i = 0; i < history.comparisons.size(); ++i) {
    add_rows_of_value(means, means_section(history.comparisons[i]), history.later_values[i]);
    add_rows_of_value(exact, exact_section(history.comparisons[i]), history.later_values[i]);
  }
  report.sections.push_back(std::move(means));
  report.sections.push_back(std::move(exact));
  add_launch_sections(report, history);
  return report;
}

int exit_code_of(const History& history, const CompareSettings& settings) {
  int code = kExitFine;
  for (const Comparison& comparison : history.comparisons) code = std::max(code, exit_code_of(comparison, settings));
  return code;
}

}  // namespace attn
