#include "results/run_set.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "results/bad_request.h"
#include "results/csv_line.h"
#include "results/file_layout.h"
#include "results/read_launches.h"
#include "results/readable_figures.h"
#include "results/run_files.h"
#include "results/run_set_rows.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

/// Reads what one path has.
class PathReader {
 public:
  PathReader(const fs::path& path, const ReadOptions& options, RunSet& set)
      : path_(path),
        options_(options),
        set_(set),
        files_(run_files(path)),
        rows_(files_.results.string(), path, options) {}

  void read() {
    const SharedLock lock(files_.results);  // the one lock of the whole folder
    visit(files_.results, results_layout(), [&](const CsvRow& row) { rows_.add_result(row); });
    if (files_.folder) {
      read_facts();
      if (options_.samples) read_samples();
      if (options_.launches) read_launches();
    }
    std::vector<KeptRun> runs = rows_.take_runs();
    if (runs.empty()) throw BadRequest(fmt::format("{} has no case, only its first line", files_.results.string()));
    std::ranges::move(runs, std::back_inserter(set_.runs));
  }

 private:
  void note(std::string text) {
    if (!text.empty()) set_.notes.push_back(std::move(text));
  }

  void visit(const fs::path& file, const FileLayout& layout, const CsvRowVisitor& visitor) {
    note(visit_whole_rows(file, layout.columns, visitor));
  }

  void read_facts() {
    const fs::path file = path_ / runs_layout().name;
    if (!files_.beside(runs_layout()))
      return note(fmt::format("{} is missing: little is known about these runs", file.string()));
    std::vector<std::string> without_case;
    visit(file, runs_layout(), [&](const CsvRow& row) {
      KeptRun* const run = rows_.find_run(row.cells[0]);
      if (run != nullptr) {
        run->facts.emplace_back(row.cells[1], row.cells[2]);
      } else if (without_case.empty() || without_case.back() != row.cells[0]) {
        without_case.emplace_back(row.cells[0]);
      }
    });
    if (!without_case.empty()) {
      note(fmt::format("{}: no case was kept of {}", file.string(), fmt::join(without_case, ", ")));
    }
  }

  void read_samples() {
    const fs::path file = path_ / samples_layout().name;
    if (!files_.beside(samples_layout()))
      return note(fmt::format("{} is missing: the recorded medians are used", file.string()));
    const std::string name = file.string();
    int64_t left_out = 0;
    visit(file, samples_layout(), [&](const CsvRow& row) {
      const CsvLine line(samples_layout(), name, row.line, row.cells);
      KeptCase* const owner = rows_.find_case(row);
      if (owner == nullptr || line.text("time_s").empty()) {
        ++left_out;
      } else {
        owner->samples.push_back(read_sample(line));
      }
    });
    if (left_out > 0) {
      note(fmt::format("{}: {} without a case in results.csv or without a time left out", name,
                       counted(left_out, "sample")));
    }
  }

  SampleRow read_sample(const CsvLine& line) const {
    const SampleRow sample{.round = line.integer("round"),
                           .sample = line.integer("sample"),
                           .forwards = line.integer("forwards"),
                           .time_s = line.number("time_s"),
                           .sm_clock_hz = line.find_number("sm_clock_hz")};
    if (options_.refuse_bad_times && !(sample.time_s > 0)) line.refuse("time_s", "a time, which is positive");
    return sample;
  }

  void read_launches() {
    const fs::path file = path_ / launches_layout().name;
    if (!files_.beside(launches_layout())) return;
    const std::string name = file.string();
    visit(file, launches_layout(), [&](const CsvRow& row) {
      if (KeptCase* const owner = rows_.find_case(row)) {
        owner->launches.push_back(read_launch(CsvLine(launches_layout(), name, row.line, row.cells)));
      }
    });
  }

  const fs::path& path_;
  const ReadOptions& options_;
  RunSet& set_;
  RunFiles files_;
  RunRows rows_;
};

}  // namespace

RunSet read_runs(std::span<const fs::path> paths, const ReadOptions& options) {
  RunSet set;
  for (const fs::path& path : paths) PathReader(path, options, set).read();
  return set;
}

std::optional<double> metric_of(const KeptCase& kept_case, std::string_view name) {
  const auto found = std::ranges::find(kept_case.metrics, name, &MetricValue::name);
  if (found == kept_case.metrics.end()) return std::nullopt;
  return found->value;
}

std::optional<std::string_view> fact_of(const KeptRun& run, std::string_view key) {
  const auto found = std::ranges::find(run.facts, key, &std::pair<std::string, std::string>::first);
  if (found == run.facts.end()) return std::nullopt;
  return found->second;
}

}  // namespace attn
