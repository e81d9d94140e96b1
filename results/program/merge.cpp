#include "results/merging/merge.h"

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

struct MergeOptions {
  std::vector<fs::path> paths;
  fs::path out;
  bool anonymous = false;
};

Report merge_report(const MergedRuns& merged, const fs::path& folder) {
  Section section{
      .name = "files",
      .title = fmt::format("{} in {}", counted(static_cast<int64_t>(merged.runs.size()), "run"), folder.string()),
      .columns = {{"file", "file"}, {"rows", "rows", true}}};
  for (const MergedFile& file : merged.files) {
    section.rows.push_back({text_cell(file.layout->name), count_cell(file.rows)});
  }
  return {.sections = {std::move(section)}, .main_section = "files", .notes = merged.notes};
}

Answer merge(const MergeOptions& options) {
  if (options.paths.empty()) throw BadRequest("which runs? Give merge DIR… --out=DIR");
  if (options.out.empty()) throw BadRequest("where to? Give --out=DIR, a new folder");
  const MergedRuns merged = merge_runs(options.paths, options.anonymous);
  write_merged(merged, options.out);
  return {.report = merge_report(merged, options.out)};
}

}  // namespace

Work declare_merge(CLI::App& app) {
  const auto options = std::make_shared<MergeOptions>();
  app.add_option("DIR", options->paths, "Folders that attn_bench --out wrote, or results.csv files");
  app.add_option("--out", options->out, "The folder to make of them")->type_name("DIR");
  app.add_flag("--anonymous", options->anonymous, "Without host names and the folders of paths, to pass on");
  return [options] { return merge(*options); };
}

}  // namespace attn
