#include "results/comparing/fact_changes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "results/bad_request.h"
#include "results/case_columns.h"

namespace attn {
namespace {

constexpr auto kNotOfTheThing = std::to_array<std::string_view>(
    {"command_line", "option --out", "option --processes", "option --benchmark_out", "option --benchmark_out_format",
     "option --benchmark_format", "option --trace", "sm_clock_hz", "memory_clock_hz", "power_w", "energy_j",
     "throttle_reasons", "temperature_c"});

/// Columns of results.csv that say the same in all cases of a run, of which runs.csv need not be there.
constexpr auto kRunColumns = std::to_array<std::string_view>(
    {"host", "source", "device", "arch", "driver_version", "libtorch_version", "threads"});

std::string cell_text(const CaseRow& row, const CaseColumn& column) {
  if (const auto* text = std::get_if<std::string CaseRow::*>(&column.member)) return row.*(*text);
  return fmt::format("{}", row.*(std::get<int64_t CaseRow::*>(column.member)));
}

/// Of a column of results.csv; nothing where it has another name or all of the run's cells are empty.
std::optional<std::string> column_value(const KeptRun& run, std::string_view name) {
  const auto column = std::ranges::find(kCaseColumns, name, &CaseColumn::name);
  if (column == kCaseColumns.end()) return std::nullopt;
  std::string value = cell_text(run.cases.front().row, *column);
  for (const KeptCase& kept : run.cases) {
    if (cell_text(kept.row, *column) != value) {
      throw BadRequest(fmt::format("the cases of run {} differ in {}: '{}' and '{}'", run.run_id, name, value,
                                   cell_text(kept.row, *column)));
    }
  }
  if (value.empty()) return std::nullopt;
  return value;
}

void add_once(std::vector<std::string>& values, std::string value) {
  if (std::ranges::find(values, value) == values.end()) values.push_back(std::move(value));
}

/// All that the runs of a side have of a fact, each value once.
struct SideValues {
  std::vector<std::string> values;
  bool all_have_it = true;
};

SideValues values_of(const Side& side, std::string_view key) {
  SideValues found;
  for (const KeptRun* run : side.runs()) {
    std::optional<std::string> value = value_of_run(*run, key);
    if (value) {
      add_once(found.values, std::move(*value));
    } else {
      found.all_have_it = false;
    }
  }
  return found;
}

std::vector<std::string> fact_keys(const Side& base, const Side& now) {
  std::vector<std::string> keys(kRunColumns.begin(), kRunColumns.end());
  TextMap<bool> seen;
  for (const std::string& key : keys) seen.emplace(key, true);
  for (const Side* side : {&base, &now}) {
    for (const KeptRun* run : side->runs()) {
      for (const auto& [key, value] : run->facts) {
        const bool says_something = std::ranges::find(kNotOfTheThing, key) == kNotOfTheThing.end();
        if (says_something && seen.try_emplace(key, true).second) keys.push_back(key);
      }
    }
  }
  return keys;
}

bool has_facts(const Side& side) {
  return std::ranges::any_of(side.runs(), [](const KeptRun* run) { return !run->facts.empty(); });
}

std::string joined(const SideValues& found) {
  std::string text = fmt::format("{}", fmt::join(found.values, " or "));
  if (!found.values.empty() && !found.all_have_it) text += ", or unknown";
  return text;
}

FactChanges changes_between(const Side& base, const Side& now) {
  FactChanges found;
  const bool both_have_facts = has_facts(base) && has_facts(now);
  for (const std::string& key : fact_keys(base, now)) {
    const SideValues before = values_of(base, key);
    const SideValues after = values_of(now, key);
    if (before.values.empty() && after.values.empty()) continue;
    const bool is_of_runs_csv = std::ranges::find(kRunColumns, key) == kRunColumns.end();
    if (is_of_runs_csv && !both_have_facts) continue;  // a side without runs.csv: nothing is known, not that it differs
    if (before.values == after.values && before.values.size() == 1 && before.all_have_it && after.all_have_it) {
      ++found.equal;
    } else {
      found.changes.push_back({key, joined(before), joined(after)});
    }
  }
  return found;
}

std::vector<const KeptRun*> runs_on(const Side& side, std::string_view device) {
  std::vector<const KeptRun*> runs = side.runs();
  std::erase_if(runs, [&](const KeptRun* run) { return run->cases.front().row.device != device; });
  return runs;
}

std::vector<std::string> devices_of(const Side& side) {
  std::vector<std::string> devices;
  for (const KeptRun* run : side.runs()) add_once(devices, run->cases.front().row.device);
  return devices;
}

}  // namespace

std::optional<std::string> value_of_run(const KeptRun& run, std::string_view name) {
  if (const auto fact = fact_of(run, name)) return std::string(*fact);
  return column_value(run, name);
}

FactChanges fact_changes(const Side& base, const Side& now) {
  if (base.device_key() == DeviceKey::kClass) return changes_between(base, now);
  FactChanges all;
  for (const std::string& device : devices_of(base)) {
    std::vector<const KeptRun*> others = runs_on(now, device);
    if (others.empty()) continue;
    const FactChanges found = changes_between(Side(runs_on(base, device)), Side(std::move(others)));
    all.equal = found.equal;
    for (const FactChange& change : found.changes) {
      if (std::ranges::find(all.changes, change) == all.changes.end()) all.changes.push_back(change);
    }
  }
  return all;
}

}  // namespace attn
