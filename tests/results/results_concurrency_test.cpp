// Several processes with several threads each append to one folder. A program of its own, since it forks: no thread may
// run before that.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <map>
#include <thread>

#include "results/csv.h"
#include "results/results_directory.h"
#include "tests/results/example_case.h"
#include "tests/results/temporary_folder.h"

namespace attn {
namespace {

constexpr int kProcesses = 4;
constexpr int kThreads = 3;
constexpr int kCases = 25;
constexpr int kMetrics = 3;
constexpr int kSamples = 40;  // more than a page of them in one write

/// Everything in the rows of one case is made from its number.
void append_numbered_case(ResultsDirectory& directory, const std::string& run_id, int number) {
  CaseRow row = example_case(run_id);
  row.case_name = fmt::format("case {}", number);
  row.reason = std::string(static_cast<std::size_t>(number * 40), 'r');
  const double value = number;
  const std::vector<MetricValue> metrics = {
      {.name = "time_s", .value = value}, {.name = "ops", .value = value}, {.name = "error_rms", .value = value}};
  std::vector<SampleRow> samples;
  for (int sample = 0; sample < kSamples; ++sample) samples.push_back({.sample = sample, .time_s = value});
  directory.append_case(row, metrics, samples);
}

void run_thread(const std::filesystem::path& folder, const std::string& run_id) {
  ResultsDirectory directory(folder);
  directory.append_run(run_id, {{"host", "a"}, {"seed", "1"}});
  for (int number = 0; number < kCases; ++number) append_numbered_case(directory, run_id, number);
}

/// A child's whole life; its exit status says whether it wrote everything.
[[noreturn]] void run_child(const std::filesystem::path& folder, int process) {
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] { run_thread(folder, fmt::format("run-{}-{}", process, thread)); });
    }
  }
  _exit(0);
}

void append_from_all(const std::filesystem::path& folder) {
  std::vector<pid_t> children;
  for (int process = 0; process < kProcesses; ++process) {
    const pid_t child = fork();
    ASSERT_NE(child, -1);
    if (child == 0) run_child(folder, process);
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
}

/// Counts the rows of each (run_id, second column) and expects those of one pair to stand together.
std::map<std::string, int> count_blocks(const CsvTable& table) {
  std::map<std::string, int> rows_of;
  std::string last;
  for (const auto& row : table.rows) {
    const std::string block = row[0] + " " + row[1];
    EXPECT_TRUE(block == last || !rows_of.contains(block)) << "torn apart: " << block;
    ++rows_of[block];
    last = block;
  }
  return rows_of;
}

void expect_blocks(const CsvTable& table, int blocks, int rows_each) {
  const std::map<std::string, int> rows_of = count_blocks(table);
  EXPECT_EQ(rows_of.size(), static_cast<std::size_t>(blocks));
  for (const auto& [block, rows] : rows_of) EXPECT_EQ(rows, rows_each) << block;
}

TEST(ResultsConcurrency, ProcessesAndThreadsAppendWholeCasesToOneFolder) {
  const TemporaryFolder folder;
  append_from_all(folder.path() / "out");
  constexpr int runs = kProcesses * kThreads;
  // read_csv refuses a line that is not whole: another number of cells, a stray quote, a second header's words.
  constexpr std::array<std::string_view, 4> result_columns = {"run_id", "case", "value", "reason"};
  const CsvTable results = read_csv(folder.path() / "out" / "results.csv", result_columns);
  expect_blocks(results, runs * kCases, kMetrics);
  for (const auto& row : results.rows) {
    EXPECT_EQ(row[1], "case " + row[2]);
    EXPECT_EQ(row[3].size(), static_cast<std::size_t>(*parse_number(row[2]) * 40));
  }
  constexpr std::array<std::string_view, 3> sample_columns = {"run_id", "case", "time_s"};
  const CsvTable samples = read_csv(folder.path() / "out" / "samples.csv", sample_columns);
  expect_blocks(samples, runs * kCases, kSamples);
  for (const auto& row : samples.rows) EXPECT_EQ(row[1], "case " + row[2]);
  constexpr std::array<std::string_view, 2> run_columns = {"run_id", "key"};
  expect_blocks(read_csv(folder.path() / "out" / "runs.csv", run_columns), runs * 2, 1);
}

TEST(ResultsConcurrency, AReaderNeverSeesHalfACase) {
  const TemporaryFolder folder;
  { const ResultsDirectory begin(folder.path()); }
  const pid_t child = fork();
  ASSERT_NE(child, -1);
  if (child == 0) {
    for (int turn = 0; turn < 4; ++turn) run_thread(folder.path(), "run");
    _exit(0);
  }
  int status = -1;
  std::size_t rows = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    rows = read_results(folder.path(), "run").size();
    EXPECT_EQ(rows % kMetrics, 0U);
  }
  EXPECT_EQ(status, 0);
  EXPECT_EQ(read_results(folder.path(), "run").size(), static_cast<std::size_t>(4 * kCases * kMetrics));
}

TEST(ResultsConcurrency, AFileRenamedOverResultsIsTheOneThatIsAppendedTo) {
  const TemporaryFolder folder;
  ResultsDirectory directory(folder.path());
  append_numbered_case(directory, "run-1", 1);
  write_text(folder.path() / "merged.csv", text_of(folder.path() / "results.csv"));
  std::filesystem::rename(folder.path() / "merged.csv", folder.path() / "results.csv");
  append_numbered_case(directory, "run-2", 2);
  EXPECT_EQ(read_results(folder.path(), "run-1").size(), 3U);
  EXPECT_EQ(read_results(folder.path(), "run-2").size(), 3U);
}

}  // namespace
}  // namespace attn
