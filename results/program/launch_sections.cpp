#include "results/program/launch_sections.h"

#include <fmt/format.h>

#include <algorithm>

#include "results/comparing/exact_changes.h"
#include "results/readable_figures.h"

namespace attn {
namespace {

/// Cases whose launches changed in the same way.
struct SameChange {
  std::string text;
  std::vector<std::string> keys;
};

std::vector<SameChange> changes_of(const Comparison& comparison) {
  std::vector<SameChange> changes;
  for (const ComparedCase& compared : comparison.cases) {
    if (compared.change != CaseChange::kBoth) continue;
    std::string text = launch_changes(*compared.base, *compared.now);
    if (text.empty()) continue;
    const auto same = std::ranges::find(changes, text, &SameChange::text);
    if (same != changes.end()) {
      same->keys.push_back(compared.key);
    } else {
      changes.push_back({std::move(text), {compared.key}});
    }
  }
  return changes;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::string title_of(const SameChange& change) {
  std::string title = "Launches of " + change.keys.front();
  const auto others = static_cast<int64_t>(change.keys.size()) - 1;
  return others == 0 ? title : fmt::format("{} and of {} alike", title, counted(others, "other case"));
}

}  // namespace

std::vector<Section> launch_sections(const Comparison& comparison) {
  Section rows{.name = "launches", .title = "", .only_for_programs = true};
  rows.columns = {{"case", "case"}, {"change", "change"}};
  std::vector<Section> sections;
  for (const SameChange& change : changes_of(comparison)) {
    for (const std::string& key : change.keys) rows.rows.push_back({text_cell(key), text_cell(change.text)});
    sections.push_back({.name = fmt::format("launches_{}", sections.size() + 1),
                        .title = title_of(change),
                        .lines = lines_of(change.text),
                        .lines_are_listing = true});
  }
  sections.insert(sections.begin(), std::move(rows));
  return sections;
}

}  // namespace attn
