#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <vector>

#include "results/bad_request.h"
#include "results/comparing/comparison.h"
#include "results/csv.h"
#include "results/program/by_report.h"
#include "results/program/compare_report.h"
#include "results/program/subcommand.h"
#include "results/run_set.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

struct CompareOptions {
  std::vector<fs::path> base;
  std::vector<fs::path> now;
  std::vector<fs::path> aa;
  std::string by;
  std::string threshold = "2%";
  bool allow_removed = false;
  bool strict = false;
};

/// "2%", "0.02".
double parse_threshold(const std::string& text) {
  const bool is_percent = text.ends_with('%');
  const std::optional<double> number = parse_number(text.substr(0, text.size() - (is_percent ? 1 : 0)));
  if (!number || *number < 0) {
    throw BadRequest(fmt::format("--threshold={}: give a share, as 0.02 or 2%; 0 is allowed", text));
  }
  return is_percent ? *number / 100 : *number;
}

CompareSettings settings_of(const CompareOptions& options) {
  return {.rule = {.threshold = parse_threshold(options.threshold)},
          .allow_removed = options.allow_removed,
          .strict = options.strict};
}

/// Each folder a sitting.
std::vector<RunSet> read_sittings(const std::vector<fs::path>& paths, const ReadOptions& read) {
  std::vector<RunSet> sittings;
  for (const fs::path& path : paths) sittings.push_back(read_runs(std::span(&path, 1), read));
  return sittings;
}

void add_notes(Report& report, const RunSet& runs) {
  report.notes.insert(report.notes.end(), runs.notes.begin(), runs.notes.end());
}

/// What was read, to outlive the sides made of it.
struct Sittings {
  std::vector<RunSet> runs;
  std::vector<Side> sides;
};

Sittings read_aa(const CompareOptions& options, DeviceKey device) {
  Sittings sittings{.runs = read_sittings(options.aa, {.launches = false}), .sides = {}};
  for (const RunSet& runs : sittings.runs) sittings.sides.emplace_back(std::span(runs.runs), device);
  return sittings;
}

Answer compare_values(const CompareOptions& options) {
  if (!options.now.empty()) throw BadRequest("--to and --by: give one of them; --by=NAME DIR… finds the sides itself");
  if (options.base.empty()) throw BadRequest("which runs? Give compare --by=NAME DIR…");
  const CompareSettings settings = settings_of(options);
  const RunSet runs = read_runs(options.base);
  const std::vector<ValueRuns> sides = runs_by_value(runs, options.by);
  const Sittings aa = read_aa(options, sides.front().device);
  const History history = compare_by_value(sides, aa.sides, settings);
  Answer answer{.report = by_report(options.by, sides, history, settings),
                .exit_code = exit_code_of(history, settings)};
  add_notes(answer.report, runs);
  return answer;
}

Answer compare_sides(const CompareOptions& options) {
  if (options.base.empty()) throw BadRequest("which runs? Give compare BASE… --to NEW…");
  if (options.now.empty()) throw BadRequest("compared with what? Give --to NEW…, or --by=driver_version");
  const CompareSettings settings = settings_of(options);
  const RunSet base_runs = read_runs(options.base);
  const RunSet new_runs = read_runs(options.now);
  const DeviceKey device =
      std::max(device_key_for(pointers_to(base_runs.runs)), device_key_for(pointers_to(new_runs.runs)));
  const Sittings aa = read_aa(options, device);
  const Side base(base_runs.runs, device);
  const Side now(new_runs.runs, device);
  const Comparison comparison = compare(base, now, aa.sides, settings.rule);
  Answer answer{.report = compare_report(base, now, comparison, settings),
                .exit_code = exit_code_of(comparison, settings)};
  for (const RunSet* runs : {&base_runs, &new_runs}) add_notes(answer.report, *runs);
  for (const RunSet& sitting : aa.runs) add_notes(answer.report, sitting);
  return answer;
}

}  // namespace

Work declare_compare(CLI::App& app) {
  const auto options = std::make_shared<CompareOptions>();
  app.add_option("BASE", options->base, "Folders that attn_bench --out wrote, or results.csv files: what was before");
  app.add_option("--to", options->now, "Folders or results.csv files: what is compared with it")->type_name("NEW…");
  app.add_option("--aa", options->aa, "Base measured again, each folder another sitting: gives the noise floor")
      ->type_name("DIR…");
  app.add_option("--threshold", options->threshold, "A smaller change in time is none [2%]")->type_name("SHARE");
  app.add_flag("--allow_removed", options->allow_removed, "Cases that new lacks are no bad answer");
  app.add_flag("--strict", options->strict, "Cases that are unsure are a bad answer");
  app.add_option("--by", options->by,
                 "A fact or column, driver_version say: its values in the order of releases, each "
                 "against the first, instead of --to")
      ->type_name("NAME");
  return [options] { return options->by.empty() ? compare_sides(*options) : compare_values(*options); };
}

}  // namespace attn
