#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <vector>

#include "results/bad_request.h"
#include "results/program/subcommand.h"
#include "results/program/summary_report.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

Answer summary(const std::vector<fs::path>& paths) {
  if (paths.empty()) throw BadRequest("which runs? Give summary DIR…");
  return {.report = summary_report(read_runs(paths, {.samples = false, .launches = false}))};
}

}  // namespace

Work declare_summary(CLI::App& app) {
  const auto paths = std::make_shared<std::vector<fs::path>>();
  app.add_option("DIR", *paths, "Folders that attn_bench --out wrote, or results.csv files");
  return [paths] { return summary(*paths); };
}

}  // namespace attn
