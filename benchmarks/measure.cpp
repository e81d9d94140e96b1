#include "benchmarks/measure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <map>
#include <optional>

#include "benchmarks/case_writer.h"
#include "benchmarks/interrupt.h"
#include "benchmarks/process_runs.h"
#include "benchmarks/run_identity.h"
#include "benchmarks/sweep_run.h"
#include "results/bad_request.h"
#include "results/results_directory.h"

namespace attn {
namespace {

/// A folder that goes away with everything in it.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_(std::filesystem::temp_directory_path() / ("attn_bench-" + new_run_id())) {
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

ReportSetup report_setup(const RunIdentity& identity, const Facts& facts, std::function<bool()> stopped) {
  return {.first_line = first_line(identity, facts), .context = facts, .interrupted = std::move(stopped)};
}

RunSettings run_settings(const Options& options) {
  return {.sampling = options.sampling,
          .seed = options.seed,
          .rounds = static_cast<size_t>(options.google.repetitions),
          .surroundings = real_surroundings(interrupted)};
}

using RowsByCase = std::map<std::string, std::vector<ResultRow>>;

RowsByCase read_by_case(const std::filesystem::path& folder, const std::vector<std::string>& run_ids) {
  RowsByCase by_case;
  for (const std::string& run_id : run_ids)
    for (ResultRow& row : read_results(folder, run_id)) by_case[row.row.case_name].push_back(std::move(row));
  return by_case;
}

}  // namespace

RunOutcome measure_here(const Options& options, const std::vector<std::string>& arguments, Device& device,
                        const std::vector<Case>& cases) {
  std::optional<ResultsDirectory> folder;
  if (options.out) folder.emplace(*options.out);
  const RunIdentity identity = make_run_identity(options, device);
  const Facts facts = run_facts(options, device, fmt::format("{}", fmt::join(arguments, " ")));
  if (folder) folder->append_run(identity.run_id, facts);
  SweepRun sweep(device, cases, run_settings(options), [&](const Case& benchmark_case, const CaseResult& result) {
    try {
      if (folder) write_case(*folder, identity, benchmark_case, result);
    } catch (const std::exception& error) {
      throw BadRequest(fmt::format("--out={}: {}", options.out->string(), error.what()));
    }
  });
  const RunOutcome outcome = run_google_benchmark(options.google, sweep.cases_to_report(),
                                                  report_setup(identity, facts, [&] { return sweep.stopped(); }));
  sweep.rethrow_error();
  return outcome;
}

RunOutcome measure_in_processes(const Options& options, const std::vector<std::string>& arguments, Device& device,
                                const std::vector<Case>& cases) {
  std::optional<TemporaryFolder> temporary;
  const std::filesystem::path folder = options.out ? *options.out : temporary.emplace().path();
  ResultsDirectory{folder};  // an error with it is told before anything is measured
  const RowsByCase rows = read_by_case(folder, run_processes(options, arguments, folder));
  std::vector<CaseToReport> reported;
  for (const Case& benchmark_case : cases) {
    const auto found = rows.find(name_of(benchmark_case));
    const ReportedCase combined = combine_processes(found == rows.end() ? std::vector<ResultRow>{} : found->second);
    reported.push_back({.name = name_of(benchmark_case), .run = [combined](int64_t) { return combined; }});
  }
  GoogleBenchmarkFlags once = options.google;
  once.repetitions = 1;  // the rounds were inside the processes
  const Facts facts = run_facts(options, device, fmt::format("{}", fmt::join(arguments, " ")));
  RunOutcome outcome = run_google_benchmark(
      once, reported, report_setup(make_run_identity(options, device), facts, [] { return false; }));
  outcome.interrupted = interrupted();
  return outcome;
}

}  // namespace attn
