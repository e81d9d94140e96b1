#include "plotting/panels.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "plotting/panel_names.h"
#include "results/csv.h"
#include "results/readable_figures.h"

namespace attn {
namespace {

/// The facts that change what was measured and that no Setting has.
constexpr auto kTellingFacts = std::to_array<std::string_view>(
    {"cpu_capability", "matmul_precision", "tf32_cublas", "tf32_cudnn", "sdp_math_reduced_precision", "cudnn_version",
     "cublas_version", "gpu_uuid", "power_limit_w"});

NamedValues telling_facts(const KeptRun& run) {
  NamedValues facts;
  for (const std::string_view key : kTellingFacts) {
    if (const auto value = fact_of(run, key)) facts.emplace_back(key, *value);
  }
  return facts;
}

/// Runs that may share a panel lie side by side after it. Their facts, and how many they are.
std::vector<std::pair<NamedValues, size_t>> group_runs(std::vector<KeptRun>& runs) {
  std::vector<std::pair<NamedValues, std::vector<KeptRun>>> groups;
  for (KeptRun& run : runs) {
    NamedValues facts = telling_facts(run);
    auto found = std::ranges::find(groups, facts, &decltype(groups)::value_type::first);
    if (found == groups.end()) found = groups.insert(groups.end(), std::pair(std::move(facts), std::vector<KeptRun>()));
    found->second.push_back(std::move(run));
  }
  runs.clear();
  std::vector<std::pair<NamedValues, size_t>> sizes;
  for (auto& [facts, of_group] : groups) {
    sizes.emplace_back(std::move(facts), of_group.size());
    std::ranges::move(of_group, std::back_inserter(runs));
  }
  return sizes;
}

/// A run is of one process and device, so that its first case shows what is the same in all.
bool may_be_of(const Setting& setting, const KeptRun& run) {
  const CaseRow& row = run.cases.front().row;
  return row.source == setting.source && row.host == setting.host && row.device == setting.device &&
         row.driver_version == setting.driver_version && row.libtorch_version == setting.libtorch_version &&
         row.threads == setting.threads && fact_of(run, "cpu_model").value_or("") == setting.cpu_model &&
         fact_of(run, "keep_memory").value_or("") == setting.keep_memory;
}

/// Those that have a case of the summary.
std::vector<const KeptRun*> runs_of(const SettingSummary& summary, std::span<const KeptRun> runs) {
  std::set<std::string_view> names;
  for (const SummaryCase& one : summary.cases) names.insert(one.case_name);
  std::vector<const KeptRun*> found;
  for (const KeptRun& run : runs) {
    const bool has_one = may_be_of(summary.setting, run) && std::ranges::any_of(run.cases, [&](const KeptCase& kept) {
                           return names.contains(kept.row.case_name);
                         });
    if (has_one) found.push_back(&run);
  }
  return found;
}

void note_bad_times(const RunSet& set, std::vector<std::string>& notes) {
  std::map<std::string, int64_t> found;
  for (const KeptRun& run : set.runs) {
    for (const KeptCase& kept : run.cases) {
      const auto time = metric_of(kept, "time_s");
      if (time && !(*time > 0)) ++found[fmt::format("{}: a time of {} s", kept.row.case_name, *time)];
    }
  }
  for (const auto& [what, count] : found) {
    notes.push_back(fmt::format("{}{}, which is none; left out of the charts", what,
                                count > 1 ? fmt::format(" in {} runs", count) : ""));
  }
}

void name_all(PlotData& data, const std::vector<PanelName>& names) {
  for (size_t i = 0; i < names.size(); ++i) {
    Panel& panel = data.panels[i];
    panel.title = setting_text(panel.summary.setting) + names[i].title_end;
    panel.slug = names[i].slug;
    for (const std::string& variant : panel.summary.variants) {
      if (std::ranges::find(data.variants, variant) == data.variants.end()) data.variants.push_back(variant);
    }
  }
}

}  // namespace

PlotData read_plot_data(std::span<const std::filesystem::path> paths) {
  PlotData data{.set = read_runs(paths, {.ops = true, .refuse_bad_times = false})};
  data.notes = data.set.notes;
  note_bad_times(data.set, data.notes);
  std::vector<PanelValues> values;
  size_t begin = 0;
  for (const auto& [facts, count] : group_runs(data.set.runs)) {
    const std::span<const KeptRun> runs = std::span<const KeptRun>(data.set.runs).subspan(begin, count);
    begin += count;
    for (SettingSummary& summary : summarize(runs)) {
      values.push_back({values_of(summary.setting), facts});
      std::vector<const KeptRun*> of_panel = runs_of(summary, runs);
      data.panels.push_back({.title = {}, .slug = {}, .summary = std::move(summary), .runs = std::move(of_panel)});
    }
  }
  name_all(data, name_panels(values));
  return data;
}

std::optional<double> metric_of(const SummaryCase& one, const std::string& name) {
  const auto found = one.metrics.find(name);
  return found == one.metrics.end() ? std::nullopt : std::optional(found->second);
}

std::optional<double> number_fact(const Panel& panel, std::string_view key) {
  const auto text = fact_of(*panel.runs.front(), key);
  return text ? parse_number(*text) : std::nullopt;
}

std::string facts_text(const Panel& panel) {
  std::set<std::string> hosts;
  std::string first;
  std::string last;
  for (const KeptRun* run : panel.runs) {
    for (const KeptCase& kept : run->cases) {
      hosts.insert(kept.row.host);
      const std::string day = kept.row.time_utc.substr(0, 10);
      if (first.empty() || day < first) first = day;
      if (day > last) last = day;
    }
  }
  const KeptRun& run = *panel.runs.front();
  std::vector<std::string> words;
  for (const std::string_view key : {"cpu_model", "cpu_capability", "os", "gpu_name"}) {
    if (const auto value = fact_of(run, key)) words.emplace_back(*value);
  }
  words.push_back(fmt::format("host {}", fmt::join(hosts, ", ")));
  words.push_back(counted(static_cast<int64_t>(panel.runs.size()), "process"));
  words.push_back(first == last ? first : fmt::format("{} to {}", first, last));
  return fmt::format("{}", fmt::join(words, " · "));
}

std::vector<std::string> command_lines(const Panel& panel) {
  std::vector<std::string> lines;
  for (const KeptRun* run : panel.runs) {
    const std::string line(fact_of(*run, "command_line").value_or(""));
    if (!line.empty() && std::ranges::find(lines, line) == lines.end()) lines.push_back(line);
  }
  return lines;
}

}  // namespace attn
