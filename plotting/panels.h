#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "results/run_set.h"
#include "results/summarizing/summary.h"

namespace attn {

/// What a chart may show at once: one configuration. Everything but variant and length is the same in it: the Setting,
/// and the facts of runs.csv that change what was measured (precisions, libraries, the very GPU, …).
struct Panel {
  std::string title;  ///< the setting and, of those facts, the ones that other panels have otherwise
  std::string slug;   ///< for names of files: what tells it from the other panels; empty for the only one
  SettingSummary summary;
  std::vector<const KeptRun*> runs;  ///< those that have a case of it, at least one
};

/// What there is to draw.
struct PlotData {
  RunSet set;                      ///< its runs are not to be moved: the panels point at them
  std::vector<Panel> panels = {};  ///< in order of appearance
  std::vector<std::string> variants =
      {};                               ///< of all panels, in order of appearance: a variant looks alike in all charts
  std::vector<std::string> notes = {};  ///< on reading: what was missing, which times can't be drawn
};

/// Reads the folders as read_runs does and sorts what is there into panels. A time that is 0 or negative can't be drawn
/// on a logarithmic axis and is none: a note names it, and it is left out. Throws BadRequest as read_runs does.
PlotData read_plot_data(std::span<const std::filesystem::path> paths);

/// By name, a median over the processes; nothing where the case has none.
std::optional<double> metric_of(const SummaryCase& one, const std::string& name);

/// The first run's fact, as a number.
std::optional<double> number_fact(const Panel& panel, std::string_view key);

/// The runs' facts for the line under a chart: "AMD EPYC · AVX2 · 20 processes · 2026-12-01".
std::string facts_text(const Panel& panel);

/// The different command lines of the panel's runs.
std::vector<std::string> command_lines(const Panel& panel);

}  // namespace attn
