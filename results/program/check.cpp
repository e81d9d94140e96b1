#include "results/checking/check.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <vector>

#include "results/bad_request.h"
#include "results/program/subcommand.h"
#include "results/readable_figures.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

Section findings_section(const CheckedRuns& checked) {
  Section section{.name = "findings",
                  .title = "",
                  .columns = {{"file", "file"}, {"line", "line", true}, {"column", "column"}, {"fault", "fault"}}};
  for (const Finding& finding : checked.findings) {
    section.rows.push_back(
        {text_cell(finding.file), count_cell(finding.line), text_cell(finding.column), text_cell(finding.fault)});
  }
  int64_t rows = 0;
  for (const auto& [file, count] : checked.rows) rows += count;
  section.lines.push_back(fmt::format("{} of {}: {}", counted(rows, "row"),
                                      counted(static_cast<int64_t>(checked.rows.size()), "file"),
                                      checked.found == 0 ? "nothing found" : counted(checked.found, "finding")));
  const int64_t left_out = checked.found - static_cast<int64_t>(checked.findings.size());
  if (left_out > 0) section.lines.push_back(fmt::format("{} more are not listed", left_out));
  return section;
}

Answer check(const std::vector<fs::path>& paths) {
  if (paths.empty()) throw BadRequest("which runs? Give check DIR…");
  const CheckedRuns checked = check_runs(paths);
  return {.report = {.sections = {findings_section(checked)}, .main_section = "findings", .notes = checked.notes},
          .exit_code = checked.found == 0 ? kExitFine : kExitBadAnswer};
}

}  // namespace

Work declare_check(CLI::App& app) {
  const auto paths = std::make_shared<std::vector<fs::path>>();
  app.add_option("DIR", *paths, "Folders that attn_bench --out wrote, or results.csv files");
  return [paths] { return check(*paths); };
}

}  // namespace attn
