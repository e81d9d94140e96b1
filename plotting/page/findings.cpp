#include "plotting/page/findings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "results/readable_figures.h"

namespace attn {
namespace {

constexpr size_t kMostPanels = 6;  // that have a sentence of their own

std::string count_text(size_t count, std::string_view noun) {
  return counted(static_cast<int64_t>(count), noun);
}

std::string lengths_text(const std::vector<int64_t>& lengths) {
  const auto [least, most] = std::ranges::minmax(lengths);
  if (least == most) return fmt::format("length {}", with_commas(least));
  return fmt::format("{} lengths from {} to {}", lengths.size(), with_commas(least), with_commas(most));
}

/// "In cpu · fp32 …: "; empty with a single panel.
std::string place_text(const PlotData& data, const Panel& panel) {
  return data.panels.size() == 1 ? "" : fmt::format("{}: ", panel.title);
}

std::string speedups_text(const SettingSummary& summary, const std::string& variant) {
  std::vector<double> speedups;
  for (const SummaryCase& one : summary.cases) {
    if (one.variant == variant && one.speedup) speedups.push_back(*one.speedup);
  }
  if (speedups.empty() || variant == "Naive") return "";
  const auto [least, most] = std::ranges::minmax(speedups);
  if (most - least < 0.05) return fmt::format(", {:.1f} times as fast as Naive", most);
  return fmt::format(", {:.1f} to {:.1f} times as fast as Naive", least, most);
}

std::string fastest_text(const SettingSummary& summary) {
  std::map<std::string, std::vector<int64_t>> lengths;
  size_t unsure = 0;
  for (const FastestVariant& fastest : summary.fastest) {
    lengths[fastest.variant].push_back(fastest.length);
    if (!fastest.not_told_apart.empty()) ++unsure;
  }
  std::vector<std::string> words;
  for (const auto& [variant, at] : lengths) {
    words.push_back(fmt::format("{} is the fastest at {}{}{}", variant,
                                lengths.size() == 1 && at.size() > 1 ? "all " : "", lengths_text(at),
                                speedups_text(summary, variant)));
  }
  std::string text = fmt::format("{}", fmt::join(words, "; "));
  if (unsure > 0)
    text += fmt::format(". At {} others may be as fast: the intervals meet", count_text(unsure, "length"));
  return text + ".";
}

/// Where there are too many panels for a sentence each.
std::string fastest_counts(const PlotData& data) {
  std::map<std::string, size_t> counts;
  size_t shapes = 0;
  for (const Panel& panel : data.panels) {
    for (const FastestVariant& fastest : panel.summary.fastest) {
      ++counts[fastest.variant];
      ++shapes;
    }
  }
  std::vector<std::pair<std::string, size_t>> sorted(counts.begin(), counts.end());
  std::ranges::stable_sort(sorted, std::greater(), &std::pair<std::string, size_t>::second);
  std::vector<std::string> words;
  words.reserve(sorted.size());
  for (const auto& [variant, count] : sorted) words.push_back(fmt::format("{} in {}", variant, count));
  return fmt::format("Of {} with a time, the fastest is {}.", count_text(shapes, "shape"), fmt::join(words, ", "));
}

std::string fewest_launches(const SettingSummary& summary) {
  std::map<double, std::set<std::string>> variants;
  for (const SummaryCase& one : summary.cases) {
    if (const auto launches = metric_of(one, "launches")) variants[*launches].insert(one.variant);
  }
  if (variants.empty()) return "";
  const auto text = [](const auto& entry) {
    return fmt::format("{} with {}", fmt::join(entry.second, ", "), counted(std::llround(entry.first), "launch"));
  };
  if (variants.size() == 1) return fmt::format("{}.", text(*variants.begin()));
  return fmt::format("fewest {}; most {}.", text(*variants.begin()), text(*variants.rbegin()));
}

std::string exponents_text(const SettingSummary& summary) {
  std::vector<std::string> fitted;
  std::set<std::string> reasons;
  for (const auto& [variant, scaling] : summary.scaling) {
    if (scaling.fit) {
      const Estimate& p = scaling.fit->exponent;
      fitted.push_back(fmt::format("{} {:.2f} ({:.2f} to {:.2f})", variant, p.value, p.interval.low, p.interval.high));
    } else {
      reasons.insert(fmt::format("{}", scaling.reason));
    }
  }
  std::string text;
  if (!fitted.empty()) text = fmt::format("Time grows with length to the power of: {}.", fmt::join(fitted, ", "));
  if (!reasons.empty()) {
    text += fmt::format("{}{}: {}.", text.empty() ? "" : " ", fitted.empty() ? "No exponent" : "No exponent of others",
                        fmt::join(reasons, "; "));
  }
  return text;
}

}  // namespace

std::vector<std::string> what_ran(const PlotData& data) {
  std::set<std::string> devices, versions, hosts, models, commands;
  std::string first, last;
  size_t cases = 0;
  for (const KeptRun& run : data.set.runs) {
    if (const auto model = fact_of(run, "cpu_model")) models.emplace(*model);
    if (const auto command = fact_of(run, "command_line")) commands.emplace(*command);
    cases += run.cases.size();
    for (const KeptCase& kept : run.cases) {
      const CaseRow& row = kept.row;
      devices.insert(row.device + (row.source == "planned" ? " (planned: nothing was timed)" : ""));
      versions.insert(row.libtorch_version);
      hosts.insert(row.host);
      if (first.empty() || row.time_utc < first) first = row.time_utc;
      if (row.time_utc > last) last = row.time_utc;
    }
  }
  std::vector<std::string> words = {fmt::format("{} with {} of {}.", count_text(data.set.runs.size(), "process"),
                                                count_text(cases, "case"),
                                                count_text(data.variants.size(), "variant"))};
  words.push_back(fmt::format("On {}; LibTorch {}; host {}{}; {} to {}.", fmt::join(devices, ", "),
                              fmt::join(versions, ", "), fmt::join(hosts, ", "),
                              models.empty() ? "" : fmt::format(" ({})", fmt::join(models, ", ")), first, last));
  for (const std::string& command : commands) words.push_back("$ " + command);
  return words;
}

std::vector<std::string> fastest_found(const PlotData& data) {
  std::vector<std::string> found;
  const auto timed = static_cast<size_t>(
      std::ranges::count_if(data.panels, [](const Panel& panel) { return !panel.summary.fastest.empty(); }));
  if (timed > kMostPanels) found.push_back(fastest_counts(data));
  for (const Panel& panel : data.panels) {
    if (!panel.summary.fastest.empty() && timed <= kMostPanels) {
      found.push_back(place_text(data, panel) + fastest_text(panel.summary));
    }
    if (panel.summary.fastest.empty() && found.size() < kMostPanels) {
      const std::string launches = fewest_launches(panel.summary);
      if (!launches.empty()) found.push_back(place_text(data, panel) + launches);
    }
  }
  if (timed == 0) found.push_back("No case has a time, so no variant is called the fastest.");
  return found;
}

std::vector<std::string> exponents_found(const PlotData& data) {
  std::vector<std::string> found;
  for (const Panel& panel : data.panels) {
    if (panel.summary.scaling.empty() || found.size() == kMostPanels) continue;
    found.push_back(place_text(data, panel) + exponents_text(panel.summary));
  }
  return found;
}

std::vector<std::string> failures_found(const PlotData& data) {
  std::map<std::string, std::set<std::string>> reasons;
  std::map<std::string, int64_t> counts, flags;
  int64_t cases = 0;
  for (const Panel& panel : data.panels) {
    for (const SummaryCase& one : panel.summary.cases) {
      ++cases;
      if (!one.flags.empty()) ++flags[one.flags];
      if (one.status == "ok") continue;
      ++counts[one.status];
      reasons[one.status].insert(one.reason.empty() ? "no reason given" : one.reason);
    }
  }
  std::vector<std::string> found;
  if (counts.empty()) found.push_back(fmt::format("All {} are ok.", counted(cases, "case")));
  for (const auto& [status, count] : counts) {
    const std::set<std::string>& why = reasons[status];
    found.push_back(fmt::format("{} of {} {} {}: {}{}", count, counted(cases, "case"), count == 1 ? "is" : "are",
                                status, *why.begin(),
                                why.size() > 1 ? fmt::format(" (and {} other reasons)", why.size() - 1) : ""));
  }
  for (const auto& [flag, count] : flags) {
    found.push_back(
        fmt::format("{} of {} flagged {}: take their times with care.", count, counted(cases, "case"), flag));
  }
  return found;
}

}  // namespace attn
