#include "plotting/chart_kinds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>

#include "results/readable_figures.h"

namespace attn {
namespace {

constexpr auto kKinds = std::to_array<ChartKind>({
    {"time", "Time of a forward against sequence length", time_charts},
    {"speedup", "Speed-up over Naive against sequence length", speedup_charts},
    {"flops", "Floating-point operations a second against sequence length", flops_charts},
    {"bandwidth", "Bytes a second against sequence length", bandwidth_charts},
    {"roofline", "Roofline: operations a second against operations a byte", roofline_charts},
    {"memory", "Peak memory of a forward against sequence length", memory_charts},
    {"ops", "Where a forward's time goes, op by op", ops_charts},
    {"launches", "Launches of a forward, and what was guessed", launches_charts},
    {"host", "Time on the host against time on the GPU", host_charts},
    {"versions", "Time across versions of driver or LibTorch, against the first", versions_charts},
});

}  // namespace

std::span<const ChartKind> chart_kinds() {
  return kKinds;
}

ChartList make_charts(const PlotData& data) {
  ChartList list;
  for (const ChartKind& kind : kKinds) {
    ChartSet set = kind.make(kind, data);
    if (set.charts.empty()) list.missing.push_back(fmt::format("{}: {}", kind.name, set.why_none));
    std::ranges::move(set.charts, std::back_inserter(list.charts));
  }
  return list;
}

Chart chart_of(const ChartKind& kind, const Panel& panel) {
  return {.name = std::string(kind.name) + (panel.slug.empty() ? "" : "." + panel.slug),
          .title = std::string(kind.description),
          .setting = panel.title,
          .facts = facts_text(panel),
          .commands = command_lines(panel)};
}

std::vector<std::string> not_drawn(const Panel& panel, const std::vector<const SummaryCase*>& drawn) {
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> cases;
  for (const SummaryCase& one : panel.summary.cases) {
    if (std::ranges::find(drawn, &one) != drawn.end()) continue;
    const bool is_ok = one.status == "ok";
    cases[{is_ok ? "ok" : one.status, is_ok ? "without this figure" : one.reason}].push_back(
        fmt::format("{} at {}", one.variant, with_commas(one.length)));
  }
  std::vector<std::string> notes;
  for (const auto& [why, names] : cases) {
    const auto& [status, reason] = why;
    const size_t shown = std::min<size_t>(names.size(), 4);
    notes.push_back(fmt::format("{} not drawn: {}{}{}",
                                counted(static_cast<int64_t>(names.size()), status == "ok" ? "case" : status + " case"),
                                fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                                shown < names.size() ? " …" : "", reason.empty() ? "" : " (" + reason + ")"));
  }
  return notes;
}

size_t look_index(const PlotData& data, const std::string& variant) {
  return static_cast<size_t>(std::ranges::find(data.variants, variant) - data.variants.begin());
}

}  // namespace attn
