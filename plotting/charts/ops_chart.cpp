#include <fmt/format.h>

#include <map>

#include "plotting/charts/panel_chart.h"
#include "results/readable_figures.h"

namespace attn {
namespace {

constexpr size_t kMostOps = 7;  // with a colour of their own; the rest are one
constexpr std::string_view kOthers = "other ops";

/// Seconds by op.
using OpTimes = std::map<std::string, double>;

/// Where the ops of a case spent their own time.
struct CaseOps {
  const SummaryCase* of = nullptr;
  OpTimes times_s = {};
  bool on_device = false;
};

/// Of the first process that recorded the case's ops with times.
CaseOps ops_of(const Panel& panel, const SummaryCase& one) {
  CaseOps ops{.of = &one};
  for (const KeptRun* run : panel.runs) {
    for (const KeptCase& kept : run->cases) {
      if (kept.row.case_name != one.case_name || kept.row.status != "ok") continue;
      for (const OpRow& op : kept.ops) ops.on_device = ops.on_device || op.self_device_time_s.value_or(0) > 0;
      for (const OpRow& op : kept.ops) {
        const auto time = ops.on_device ? op.self_device_time_s : op.self_host_time_s;
        const size_t last = op.op_path.rfind("› ");
        const std::string name =
            last == std::string::npos ? op.op_path : op.op_path.substr(last + std::string("› ").size());
        if (time && *time > 0) ops.times_s[name] += *time;
      }
      if (!ops.times_s.empty()) return ops;
    }
  }
  return ops;
}

/// The ops that take the most time over all cases, then kOthers where there are more.
std::vector<std::string> parts_of(const std::vector<CaseOps>& cases) {
  OpTimes total;
  for (const CaseOps& ops : cases) {
    for (const auto& [name, time_s] : ops.times_s) total[name] += time_s;
  }
  std::vector<std::pair<std::string, double>> sorted(total.begin(), total.end());
  std::ranges::stable_sort(sorted, std::greater(), &std::pair<std::string, double>::second);
  std::vector<std::string> parts;
  for (size_t i = 0; i < std::min(kMostOps, sorted.size()); ++i) parts.push_back(sorted[i].first);
  if (sorted.size() > kMostOps) parts.emplace_back(kOthers);
  return parts;
}

Figures figures_of(const std::vector<CaseOps>& cases, const std::vector<std::string>& parts) {
  Figures figures{.columns = {{"variant", "variant"},
                              {"length", "length", true},
                              {"part", "op"},
                              {"part_order", "", true},
                              {"time_s", "time", true},
                              {"share", "share", true}},
                  .rows = {}};
  for (const CaseOps& ops : cases) {
    double total = 0;
    OpTimes by_part;
    for (const auto& [name, time_s] : ops.times_s) {
      total += time_s;
      by_part[std::ranges::find(parts, name) == parts.end() ? std::string(kOthers) : name] += time_s;
    }
    for (size_t i = 0; i < parts.size(); ++i) {
      const auto found = by_part.find(parts[i]);
      if (found == by_part.end()) continue;
      const double share = found->second / total;
      figures.rows.push_back({text_cell(ops.of->variant), count_cell(ops.of->length), text_cell(parts[i]),
                              count_cell(static_cast<int64_t>(i)), time_cell(found->second),
                              number_cell(share, fmt::format("{:.1f} %", 100 * share))});
    }
  }
  return figures;
}

Chart ops_chart(const ChartKind& kind, const Panel& panel, const std::vector<const SummaryCase*>& all) {
  std::vector<CaseOps> cases;
  for (const SummaryCase* one : longest_of(all)) cases.push_back(ops_of(panel, *one));
  const std::vector<std::string> parts = parts_of(cases);
  std::vector<std::string> variants;
  for (const CaseOps& ops : cases) variants.push_back(ops.of->variant);
  const bool on_device = cases.front().on_device;
  Chart chart = chart_of(kind, panel);
  chart.figures = figures_of(cases, parts);
  const std::string where = on_device ? "on the GPU" : "on the host";
  Json whole = {{"height", bars_height(variants.size())}};
  whole.update(stacked_bars(chart.figures, "time_s", "an op's own time in one forward, " + where, AxisText::kSeconds,
                            variants, parts));
  chart.view = whole.dump();
  chart.setting += fmt::format(" · length {}", with_commas(cases.front().of->length));
  chart.summary = fmt::format(
      "Stacked bars: where the ops of {} spend their own time {} at length {}. The figures are in the table.",
      counted(static_cast<int64_t>(variants.size()), "variant"), where, with_commas(cases.front().of->length));
  if (const std::string note = longest_note(all); !note.empty()) chart.notes.push_back(note);
  chart.notes.emplace_back("Taken while recorded, so that it adds up to more than the time of a forward.");
  return chart;
}

}  // namespace

ChartSet ops_charts(const ChartKind& kind, const PlotData& data) {
  ChartSet set{.charts = {}, .why_none = "no times of ops were kept; attn_bench --profile --out keeps them"};
  for (const Panel& panel : data.panels) {
    const auto cases = cases_where(panel, [&](const SummaryCase& one) { return !ops_of(panel, one).times_s.empty(); });
    if (!cases.empty()) set.charts.push_back(ops_chart(kind, panel, cases));
  }
  return set;
}

}  // namespace attn
