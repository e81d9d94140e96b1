// Several processes with several threads each append to one folder. A program of its own, since it forks: no thread may
// run before that.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <optional>
#include <set>
#include <thread>

#include "results/append_file.h"
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
constexpr int kFreshFolders = 20;

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
  for (int fresh = 0; fresh < kFreshFolders; ++fresh) {
    const ResultsDirectory begun(folder / fmt::format("fresh-{}", fresh));
  }
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

/// A case's rows in a file: its run_id and case, and how many rows stand together.
struct Block {
  std::string name;
  int rows = 0;
};

std::vector<Block> blocks_of(const CsvTable& table) {
  std::vector<Block> blocks;
  for (const auto& row : table.rows) {
    const std::string name = row[0] + " " + row[1];
    if (blocks.empty() || blocks.back().name != name) blocks.push_back({name});
    ++blocks.back().rows;
  }
  return blocks;
}

/// Expects each block once, and all of the same length; gives their names in the file's order.
std::vector<std::string> expect_blocks(const CsvTable& table, std::size_t count, int rows_each) {
  std::vector<std::string> names;
  for (const Block& block : blocks_of(table)) {
    EXPECT_EQ(block.rows, rows_each) << block.name;
    names.push_back(block.name);
  }
  EXPECT_EQ(names.size(), count);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), count);
  return names;
}

/// read_csv refuses a line that is not whole: it has another number of cells or a stray quote.
CsvTable read(const std::filesystem::path& path, const std::vector<std::string_view>& columns) {
  return read_csv(path, columns);
}

TEST(ResultsConcurrency, ProcessesAndThreadsAppendWholeCasesToOneFolder) {
  const TemporaryFolder folder;
  append_from_all(folder.path() / "out");
  const std::filesystem::path out = folder.path() / "out";
  constexpr std::size_t runs = kProcesses * kThreads;
  const CsvTable results = read(out / "results.csv", {"run_id", "case", "value", "reason"});
  for (const auto& row : results.rows) {
    EXPECT_EQ(row[1], "case " + row[2]);
    EXPECT_EQ(row[3].size(), static_cast<std::size_t>(*parse_number(row[2]) * 40));
  }
  const CsvTable samples = read(out / "samples.csv", {"run_id", "case", "time_s"});
  for (const auto& row : samples.rows) EXPECT_EQ(row[1], "case " + row[2]);
  // One lock for both files: the cases stand in the same order.
  EXPECT_EQ(expect_blocks(results, runs * kCases, kMetrics), expect_blocks(samples, runs * kCases, kSamples));
  expect_blocks(read(out / "runs.csv", {"run_id", "key"}), runs * 2, 1);
}

TEST(ResultsConcurrency, AFolderThatManyBeginAtOnceHasEachHeaderOnce) {
  const TemporaryFolder folder;
  append_from_all(folder.path());
  for (int fresh = 0; fresh < kFreshFolders; ++fresh) {
    const std::filesystem::path begun = folder.path() / fmt::format("fresh-{}", fresh);
    EXPECT_EQ(text_of(begun / "results.csv"), kResultsHeader);
    EXPECT_EQ(text_of(begun / "runs.csv"), "run_id,key,value\n");
  }
}

/// Long enough for a thread that nothing stops to get through.
void give_others_time() {
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
}

TEST(ResultsConcurrency, AWriterWaitsForTheOneBeforeIt) {
  const TemporaryFolder folder;
  ResultsDirectory directory(folder.path());
  std::optional<AppendFile> other(
      AppendFile::open_locked(folder.path() / "results.csv", AppendFile::IfMissing::kRefuse));
  const std::jthread writer([&] { append_numbered_case(directory, "run", 1); });
  give_others_time();
  EXPECT_EQ(text_of(folder.path() / "results.csv"), kResultsHeader);
  EXPECT_EQ(read(folder.path() / "samples.csv", {"run_id"}).rows.size(), 0U);
  other.reset();
}

TEST(ResultsConcurrency, AReaderNeverSeesHalfACase) {
  const TemporaryFolder folder;
  const ResultsDirectory directory(folder.path());
  std::optional<AppendFile> writer(
      AppendFile::open_locked(folder.path() / "results.csv", AppendFile::IfMissing::kRefuse));
  writer->append(kExampleCells + "ops,1,45,,,\n");
  std::size_t rows_seen = 0;
  {
    const std::jthread reader([&] { rows_seen = read_results(folder.path(), "run-1").size(); });
    give_others_time();
    writer->append(kExampleCells + "launches,1,5,,,\n");
    writer.reset();
  }
  EXPECT_EQ(rows_seen, 2U);
}

TEST(ResultsConcurrency, AFileRenamedOverResultsWhileAWriterWaitsIsTheOneAppendedTo) {
  const TemporaryFolder folder;
  ResultsDirectory directory(folder.path());
  std::optional<AppendFile> merge(
      AppendFile::open_locked(folder.path() / "results.csv", AppendFile::IfMissing::kRefuse));
  {
    const std::jthread writer([&] { append_numbered_case(directory, "run", 2); });
    give_others_time();
    write_text(folder.path() / "merged.csv", kResultsHeader + kExampleCells + "ops,1,45,,,\n");
    std::filesystem::rename(folder.path() / "merged.csv", folder.path() / "results.csv");
    merge.reset();
  }
  EXPECT_EQ(read_results(folder.path(), "run-1").size(), 1U);
  EXPECT_EQ(read_results(folder.path(), "run").size(), static_cast<std::size_t>(kMetrics));
}

}  // namespace
}  // namespace attn
