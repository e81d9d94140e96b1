#include "results/program/summary_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "results/readable_figures.h"
#include "results/summarizing/summary.h"

namespace attn {
namespace {

std::optional<double> metric(const SummaryCase& one, const std::string& name) {
  const auto found = one.metrics.find(name);
  return found == one.metrics.end() ? std::nullopt : std::optional(found->second);
}

std::string percent_text(const SummaryCase& one) {
  if (!one.interval_s) return "";
  const double percent = 50 * (one.interval_s->high - one.interval_s->low) / *one.time_s;
  return percent > 100 ? " ±>100 %" : fmt::format(" ±{:.1f} %", percent);
}

/// "1.314 ms ±4.7 % (1.62×)", or its status.
std::string time_text(const SummaryCase* one) {
  if (one == nullptr) return "";
  if (!one->time_s) return one->status;
  std::string text = readable_time(*one->time_s, "") + percent_text(*one);
  if (one->speedup && one->variant != "Naive") text += fmt::format(" ({:.2f}×)", *one->speedup);
  return text;
}

Section runs_section(const RunSet& runs) {
  std::set<std::string> hosts;
  std::string first, last;
  size_t cases = 0;
  for (const KeptRun& run : runs.runs) {
    cases += run.cases.size();
    for (const KeptCase& kept : run.cases) {
      hosts.insert(kept.row.host);
      const std::string& time = kept.row.time_utc;
      if (first.empty() || time < first) first = time;
      if (time > last) last = time;
    }
  }
  return {.name = "runs",
          .title = "",
          .lines = {fmt::format("{} with {} on {}, {} to {}", counted(static_cast<int64_t>(runs.runs.size()), "run"),
                                counted(static_cast<int64_t>(cases), "case"), fmt::join(hosts, ", "), first, last)}};
}

/// Lengths down, variants across.
Section times_section(const SettingSummary& summary, size_t number) {
  Section section{.name = fmt::format("times_{}", number), .title = setting_text(summary.setting)};
  section.columns.push_back({"length", summary.setting.q_len ? "kv_len" : "seq_len", true});
  for (const std::string& variant : summary.variants) section.columns.push_back({variant, variant, true});
  section.columns.push_back({"fastest", "fastest"});
  for (const int64_t length : summary.lengths) {
    std::vector<Cell> row = {count_cell(length)};
    for (const std::string& variant : summary.variants) {
      const SummaryCase* const one = find_case(summary, variant, length);
      row.push_back({.shown = time_text(one), .value = {}});
      if (one != nullptr && one->time_s) row.back().value = *one->time_s;
    }
    const auto fastest = std::ranges::find(summary.fastest, length, &FastestVariant::length);
    std::string text = fastest == summary.fastest.end() ? "" : fastest->variant;
    if (!text.empty() && !fastest->not_told_apart.empty()) {
      text += fmt::format(", or {}", fmt::join(fastest->not_told_apart, ", "));
    }
    row.push_back(text_cell(std::move(text)));
    section.rows.push_back(std::move(row));
  }
  return section;
}

/// A case a line: what a forward of a plan launches.
Section plan_section(const SettingSummary& summary, size_t number) {
  Section section{.name = fmt::format("plan_{}", number),
                  .title = setting_text(summary.setting),
                  .lines = {"planned: launches and memory, never a time"},
                  .columns = {{"length", summary.setting.q_len ? "kv_len" : "seq_len", true},
                              {"variant", "variant"},
                              {"backend", "backend"},
                              {"launches", "launches", true},
                              {"ops", "ops", true},
                              {"peak_memory_bytes", "peak memory", true},
                              {"largest_registers", "registers", true},
                              {"lowest_occupancy", "occupancy", true},
                              {"status", "status"}}};
  const auto count = [](const std::optional<double>& value) {
    return value ? count_cell(std::llround(*value)) : Cell{};
  };
  for (const SummaryCase& one : summary.cases) {
    const auto memory = metric(one, "peak_memory_bytes"), occupancy = metric(one, "lowest_occupancy");
    section.rows.push_back(
        {count_cell(one.length), text_cell(one.variant), text_cell(one.backend_ran), count(metric(one, "launches")),
         count(metric(one, "ops")), number_cell(memory, memory ? readable_bytes(*memory) : ""),
         count(metric(one, "largest_registers")),
         number_cell(occupancy, occupancy ? fmt::format("{:.1f} %", 100 * *occupancy) : ""), text_cell(one.status)});
  }
  return section;
}

Cell estimate_cell(const Estimate& estimate) {
  return number_cell(estimate.value, fmt::format("{:.3f} ({:.2f} … {:.2f})", estimate.value, estimate.interval.low,
                                                 estimate.interval.high));
}

Section scaling_section(const std::vector<SettingSummary>& summaries) {
  Section section{.name = "scaling",
                  .title = "Scaling: time = a + b·length^p",
                  .columns = {{"setting", "setting"},
                              {"variant", "variant"},
                              {"exponent", "p (95 %)", true},
                              {"exponent_low", "", true},
                              {"exponent_high", "", true},
                              {"constant_s", "a", true},
                              {"lengths", "lengths", true},
                              {"reason", "why not"}}};
  for (const SettingSummary& summary : summaries) {
    for (const auto& [variant, scaling] : summary.scaling) {
      std::vector<Cell> row = {text_cell(summaries.size() > 1 ? setting_text(summary.setting) : ""),
                               text_cell(variant)};
      if (scaling.fit) {
        const Interval& interval = scaling.fit->exponent.interval;
        row.insert(row.end(), {estimate_cell(scaling.fit->exponent),
                               {.shown = "", .value = interval.low},
                               {.shown = "", .value = interval.high},
                               time_cell(scaling.fit->constant_s.value),
                               count_cell(static_cast<int64_t>(scaling.fit->lengths.size())),
                               Cell{}});
      } else {
        row.insert(row.end(), {Cell{}, Cell{}, Cell{}, Cell{}, Cell{}, text_cell(scaling.reason)});
      }
      section.rows.push_back(std::move(row));
    }
  }
  return section;
}

std::string end_text(const std::optional<double>& end, std::string_view unknown) {
  return end ? with_commas(std::llround(*end)) : std::string(unknown);
}

bool has_two_fits(const std::vector<SettingSummary>& summaries) {
  return std::ranges::any_of(summaries, [](const SettingSummary& summary) {
    return std::ranges::count_if(summary.scaling,
                                 [](const VariantScaling& one) { return one.scaling.fit.has_value(); }) > 1;
  });
}

Section crossings_section(const std::vector<SettingSummary>& summaries) {
  Section section{.name = "crossings",
                  .title = "From which length on one variant is faster than another",
                  .columns = {{"setting", "setting"},
                              {"before", "before"},
                              {"then", "from there on"},
                              {"length", "length (95 %)", true},
                              {"length_low", "", true},
                              {"length_high", "", true}}};
  const auto end_cell = [](const std::optional<double>& end) {
    return end ? Cell{.shown = "", .value = *end} : Cell{};
  };
  for (const SettingSummary& summary : summaries) {
    for (const auto& [before, then, crossing] : summary.overtakings) {
      section.rows.push_back(
          {text_cell(summaries.size() > 1 ? setting_text(summary.setting) : ""), text_cell(before), text_cell(then),
           number_cell(crossing.length,
                       fmt::format("{} ({} … {})", with_commas(std::llround(crossing.length)),
                                   end_text(crossing.low, "below"), end_text(crossing.high, "beyond"))),
           end_cell(crossing.low), end_cell(crossing.high)});
    }
  }
  if (section.rows.empty() && has_two_fits(summaries)) {
    section.title = "";
    section.lines = {"No variant is seen to overtake another within the lengths measured"};
  }
  return section;
}

/// Statuses and flags that people should know of, each reason once.
Section trouble_section(const std::vector<SettingSummary>& summaries) {
  Section section{
      .name = "not_ok",
      .title = "Not ok",
      .columns = {{"variant", "variant"}, {"status", "status"}, {"cases", "cases", true}, {"reason", "reason"}}};
  std::map<std::tuple<std::string, std::string, std::string>, int64_t> cases;
  for (const SettingSummary& summary : summaries) {
    for (const SummaryCase& one : summary.cases) {
      if (one.status != "ok") ++cases[{one.variant, one.status, one.reason}];
    }
  }
  for (const auto& [what, count] : cases) {
    const auto& [variant, status, reason] = what;
    section.rows.push_back({text_cell(variant), text_cell(status), count_cell(count), text_cell(reason)});
  }
  return section;
}

Section flags_section(const std::vector<SettingSummary>& summaries) {
  std::map<std::string, int64_t> flagged;
  int64_t cases = 0;
  for (const SettingSummary& summary : summaries) {
    for (const SummaryCase& one : summary.cases) {
      ++cases;
      if (!one.flags.empty()) ++flagged[one.flags];
    }
  }
  Section section{.name = "flags", .title = ""};
  for (const auto& [flags, count] : flagged) {
    section.lines.push_back(
        fmt::format("{} of {} flagged {}: take their times with care", counted(count, "case"), cases, flags));
  }
  return section;
}

Section cases_section(const std::vector<SettingSummary>& summaries) {
  Section section{.name = "cases",
                  .title = "Cases",
                  .columns = {{"case", ""},
                              {"source", ""},
                              {"device", ""},
                              {"driver_version", ""},
                              {"libtorch_version", ""},
                              {"threads", ""},
                              {"variant", ""},
                              {"length", ""},
                              {"status", ""},
                              {"flags", ""},
                              {"processes", ""},
                              {"time_s", ""},
                              {"time_low_s", ""},
                              {"time_high_s", ""},
                              {"speedup_over_naive", ""},
                              {"launches", ""},
                              {"peak_memory_bytes", ""},
                              {"reason", ""}},
                  .only_for_programs = true};
  const auto number = [](const std::optional<double>& value) { return number_cell(value, ""); };
  for (const SettingSummary& summary : summaries) {
    for (const SummaryCase& one : summary.cases) {
      const auto low = one.interval_s ? std::optional(one.interval_s->low) : std::nullopt;
      const auto high = one.interval_s ? std::optional(one.interval_s->high) : std::nullopt;
      section.rows.push_back({text_cell(one.case_name), text_cell(summary.setting.source),
                              text_cell(summary.setting.device), text_cell(summary.setting.driver_version),
                              text_cell(summary.setting.libtorch_version), count_cell(summary.setting.threads),
                              text_cell(one.variant), count_cell(one.length), text_cell(one.status),
                              text_cell(one.flags), count_cell(one.processes), number(one.time_s), number(low),
                              number(high), number(one.speedup), number(metric(one, "launches")),
                              number(metric(one, "peak_memory_bytes")), text_cell(one.reason)});
    }
  }
  return section;
}

}  // namespace

Report summary_report(const RunSet& runs) {
  const std::vector<SettingSummary> summaries = summarize(runs.runs);
  Report report{.main_section = "cases", .notes = runs.notes};
  report.sections.push_back(runs_section(runs));
  for (size_t i = 0; i < summaries.size(); ++i) {
    const bool is_plan = summaries[i].setting.source == "planned";
    report.sections.push_back(is_plan ? plan_section(summaries[i], i + 1) : times_section(summaries[i], i + 1));
  }
  report.sections.push_back(scaling_section(summaries));
  report.sections.push_back(crossings_section(summaries));
  report.sections.push_back(trouble_section(summaries));
  report.sections.push_back(flags_section(summaries));
  report.sections.push_back(cases_section(summaries));
  return report;
}

}  // namespace attn
