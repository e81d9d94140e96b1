#include "results/summarizing/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include "results/log_ratio.h"
#include "results/readable_figures.h"

namespace attn {
namespace {

constexpr std::string_view kBaseline = "Naive";

std::string text_of_fact(const KeptRun& run, std::string_view key) {
  return std::string(fact_of(run, key).value_or(""));
}

Setting setting_of(const KeptRun& run, const CaseRow& row) {
  return {.source = row.source,
          .host = row.host,
          .device = row.device,
          .cpu_model = text_of_fact(run, "cpu_model"),
          .keep_memory = text_of_fact(run, "keep_memory"),
          .arch = row.arch,
          .driver_version = row.driver_version,
          .libtorch_version = row.libtorch_version,
          .threads = row.threads,
          .dtype = row.dtype,
          .mask = row.mask,
          .batch = row.batch,
          .q_heads = row.q_heads,
          .kv_heads = row.kv_heads,
          .head_dim = row.head_dim,
          .cache = row.cache,
          .launch = row.launch,
          .q_len = row.q_len == row.kv_len ? std::nullopt : std::optional(row.q_len)};
}

/// The processes' cases of one variant and length.
using Processes = std::vector<const KeptCase*>;

void take_status(const Processes& processes, SummaryCase& summary) {
  std::set<std::string> flags;
  for (const KeptCase* kept : processes) {
    std::istringstream words(kept->row.flags);
    for (std::string flag; words >> flag;) flags.insert(flag);
    if (summary.status != "ok" || kept->row.status == "ok") continue;
    summary.status = kept->row.status;
    summary.reason = kept->row.reason;
  }
  for (const std::string& flag : flags) summary.flags += (summary.flags.empty() ? "" : " ") + flag;
}

void take_metrics(const Processes& processes, SummaryCase& summary) {
  std::map<std::string, std::vector<double>> values;
  for (const KeptCase* kept : processes) {
    for (const MetricValue& metric : kept->metrics) values[metric.name].push_back(metric.value);
  }
  for (const auto& [name, of_processes] : values) summary.metrics[name] = median(of_processes);
}

void take_time(const Processes& processes, SummaryCase& summary) {
  std::vector<double> times_s;
  const MetricValue* last = nullptr;
  for (const KeptCase* kept : processes) {
    const auto time = std::ranges::find(kept->metrics, "time_s", &MetricValue::name);
    if (time == kept->metrics.end() || !(time->value > 0)) continue;
    times_s.push_back(time->value);
    summary.process_times_s[kept->row.run_id] = time->value;
    last = &*time;
  }
  if (times_s.empty()) return;
  summary.time_s = std::exp(log_times(times_s).mean);
  if (times_s.size() > 1) {
    summary.interval_s = log_t_interval(times_s);
  } else {
    summary.time_s = last->value;
    if (last->low && last->high) summary.interval_s = Interval{*last->low, *last->high};
  }
}

SummaryCase summary_case(const std::string& variant, int64_t length, const Processes& processes) {
  const CaseRow& row = processes.front()->row;
  SummaryCase summary{.variant = variant,
                      .length = length,
                      .case_name = row.case_name,
                      .status = "ok",
                      .reason = "",
                      .flags = "",
                      .backend_ran = row.backend_ran,
                      .processes = static_cast<int64_t>(processes.size())};
  take_status(processes, summary);
  take_metrics(processes, summary);
  if (summary.status == "ok" && row.source == "measured") take_time(processes, summary);
  return summary;
}

/// Another may be as fast when the intervals meet; without an interval nothing is told apart from it.
bool may_be_as_fast(const SummaryCase& fastest, const SummaryCase& other) {
  if (!fastest.interval_s || !other.interval_s) return true;
  return other.interval_s->low <= fastest.interval_s->high;
}

void take_fastest(SettingSummary& summary) {
  for (const int64_t length : summary.lengths) {
    std::vector<const SummaryCase*> timed;
    for (const SummaryCase& one : summary.cases) {
      if (one.length == length && one.time_s) timed.push_back(&one);
    }
    if (timed.empty()) continue;
    const SummaryCase* const best =
        *std::ranges::min_element(timed, {}, [](const SummaryCase* one) { return *one->time_s; });
    FastestVariant fastest{.length = length, .variant = best->variant, .time_s = *best->time_s};
    for (const SummaryCase* other : timed) {
      if (other != best && may_be_as_fast(*best, *other)) fastest.not_told_apart.push_back(other->variant);
    }
    summary.fastest.push_back(std::move(fastest));
  }
}

void take_speedups(SettingSummary& summary) {
  for (SummaryCase& one : summary.cases) {
    const SummaryCase* const baseline = find_case(summary, std::string(kBaseline), one.length);
    if (one.time_s && baseline != nullptr && baseline->time_s) one.speedup = *baseline->time_s / *one.time_s;
  }
}

void take_scaling(SettingSummary& summary) {
  for (const std::string& variant : summary.variants) {
    std::map<std::string, SweepTimes> sweeps;
    for (const SummaryCase& one : summary.cases) {
      if (one.variant != variant) continue;
      for (const auto& [run_id, time_s] : one.process_times_s) {
        sweeps[run_id].lengths.push_back(static_cast<double>(one.length));
        sweeps[run_id].times_s.push_back(time_s);
      }
    }
    std::vector<SweepTimes> of_processes;
    for (auto& [run_id, sweep] : sweeps) of_processes.push_back(std::move(sweep));
    if (!of_processes.empty()) summary.scaling.push_back({variant, fit_sweeps(of_processes)});
  }
}

void take_overtakings(SettingSummary& summary) {
  for (const VariantScaling& before : summary.scaling) {
    for (const VariantScaling& then : summary.scaling) {
      if (before.variant == then.variant || !before.scaling.fit || !then.scaling.fit) continue;
      const Crossover found = crossover(*before.scaling.fit, *then.scaling.fit);
      if (found.crossing) summary.overtakings.push_back({before.variant, then.variant, *found.crossing});
    }
  }
}

SettingSummary summarize_setting(const Setting& setting, const std::vector<const KeptCase*>& cases) {
  SettingSummary summary{.setting = setting};
  std::map<std::pair<int64_t, std::string>, Processes> processes;
  std::set<int64_t> lengths;
  for (const KeptCase* kept : cases) {
    const CaseRow& row = kept->row;
    if (std::ranges::find(summary.variants, row.variant) == summary.variants.end()) {
      summary.variants.push_back(row.variant);
    }
    lengths.insert(row.kv_len);
    processes[{row.kv_len, row.variant}].push_back(kept);
  }
  summary.lengths.assign(lengths.begin(), lengths.end());
  for (const int64_t length : summary.lengths) {
    for (const std::string& variant : summary.variants) {
      const auto found = processes.find({length, variant});
      if (found != processes.end()) summary.cases.push_back(summary_case(variant, length, found->second));
    }
  }
  take_fastest(summary);
  take_speedups(summary);
  take_scaling(summary);
  take_overtakings(summary);
  return summary;
}

}  // namespace

std::string setting_text(const Setting& setting) {
  std::string text = setting.device == "cpu" && !setting.cpu_model.empty() ? setting.cpu_model : setting.device;
  if (setting.source == "planned") text += ", planned";
  if (setting.device == "cpu") text += fmt::format(" · {}", counted(setting.threads, "thread"));
  if (setting.device == "cpu" && setting.keep_memory == "off") text += " · freed memory not kept";
  if (!setting.driver_version.empty()) text += fmt::format(" · driver {}", setting.driver_version);
  text += fmt::format(" · LibTorch {} · {} · mask {} · batch {}", setting.libtorch_version, setting.dtype, setting.mask,
                      setting.batch);
  text += setting.q_heads == setting.kv_heads
              ? fmt::format(" · {}", counted(setting.q_heads, "head"))
              : fmt::format(" · {} q_heads, {} kv_heads", setting.q_heads, setting.kv_heads);
  text += fmt::format(" · head_dim {}", setting.head_dim);
  if (setting.q_len) text += fmt::format(" · q_len {}", *setting.q_len);
  if (!setting.cache.empty()) text += fmt::format(" · {} cache", setting.cache);
  if (setting.launch != "eager") text += fmt::format(" · as a {}", setting.launch);
  if (setting.source == "measured" && !setting.host.empty()) text += fmt::format(" · on {}", setting.host);
  return text;
}

std::vector<SettingSummary> summarize(std::span<const KeptRun> runs) {
  std::vector<Setting> settings;
  std::map<Setting, std::vector<const KeptCase*>> cases;
  for (const KeptRun& run : runs) {
    for (const KeptCase& kept : run.cases) {
      const auto [found, is_new] = cases.try_emplace(setting_of(run, kept.row));
      if (is_new) settings.push_back(found->first);
      found->second.push_back(&kept);
    }
  }
  std::vector<SettingSummary> summaries;
  for (const Setting& setting : settings) summaries.push_back(summarize_setting(setting, cases.at(setting)));
  return summaries;
}

const SummaryCase* find_case(const SettingSummary& summary, const std::string& variant, int64_t length) {
  const auto found = std::ranges::find_if(
      summary.cases, [&](const SummaryCase& one) { return one.variant == variant && one.length == length; });
  return found == summary.cases.end() ? nullptr : &*found;
}

}  // namespace attn
