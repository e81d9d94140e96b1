#include "results/run_set.h"

#include <gmock/gmock.h>

#include <array>

#include "results/results_directory.h"
#include "tests/results/example_case.h"
#include "tests/results/launch_rows.h"
#include "tests/results/temporary_folder.h"

namespace attn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

namespace fs = std::filesystem;

RunSet read_one(const fs::path& path, const ReadOptions& options = {}) {
  return read_runs(std::array{path}, options);
}

std::vector<MetricValue> time_and_ops(double time_s) {
  return {{.name = "time_s", .value = time_s, .low = time_s / 2, .high = 2 * time_s, .samples = 3},
          {.name = "ops", .value = 45}};
}

CaseRow case_named(const std::string& run_id, const std::string& name) {
  CaseRow row = example_case(run_id);
  row.case_name = name;
  return row;
}

/// Two runs whose cases alternate, as those of two processes that run side by side.
void keep_two_runs(const fs::path& folder) {
  ResultsDirectory directory(folder);
  directory.append_run("run-1", {{"threads", "2"}, {"seed", "0"}});
  directory.append_run("run-2", {{"threads", "1"}});
  const std::vector<SampleRow> samples = {{.sample = 0, .time_s = 0.25}, {.sample = 1, .time_s = 0.5}};
  directory.append_case(case_named("run-1", "a"), time_and_ops(0.25), samples);
  directory.append_case(case_named("run-2", "a"), time_and_ops(0.75), {});
  CaseRow failed = case_named("run-1", "b");
  failed.status = "failed";
  failed.reason = "it said \"no\", and ended";
  directory.append_case(failed, {}, {});
}

TEST(ReadRuns, GivesRunsInOrderWithTheirFactsCasesAndSamples) {
  const TemporaryFolder folder;
  keep_two_runs(folder.path());
  const RunSet set = read_one(folder.path());
  EXPECT_THAT(set.notes, IsEmpty());
  ASSERT_EQ(set.runs.size(), 2u);
  const KeptRun& first = set.runs[0];
  EXPECT_EQ(first.run_id, "run-1");
  EXPECT_EQ(first.path, folder.path());
  EXPECT_THAT(first.facts, ElementsAre(Pair("threads", "2"), Pair("seed", "0")));
  EXPECT_EQ(fact_of(set.runs[1], "threads"), "1");
  EXPECT_EQ(fact_of(set.runs[1], "seed"), std::nullopt);
  ASSERT_EQ(first.cases.size(), 2u);
  EXPECT_EQ(first.cases[0].row, case_named("run-1", "a"));
  EXPECT_EQ(first.cases[0].metrics, time_and_ops(0.25));
  ASSERT_EQ(first.cases[0].samples.size(), 2u);
  EXPECT_EQ(first.cases[0].samples[1].time_s, 0.5);
  EXPECT_EQ(first.cases[1].row.reason, "it said \"no\", and ended");
  EXPECT_THAT(first.cases[1].metrics, IsEmpty());
  EXPECT_EQ(metric_of(set.runs[1].cases[0], "time_s"), 0.75);
  EXPECT_EQ(metric_of(set.runs[1].cases[0], "kernels"), std::nullopt);
}

TEST(ReadRuns, GivesEachCaseItsLaunches) {
  const TemporaryFolder folder;
  ResultsDirectory directory(folder.path());
  const std::vector<LaunchRow> launches = {kernel_row("aten::mul", "f"), kernel_row("aten::add", "g")};
  directory.append_case(case_named("run-1", "a"), {}, {}, {});
  directory.append_case(case_named("run-1", "b"), {}, {}, launches);
  const RunSet set = read_one(folder.path());
  EXPECT_THAT(set.runs[0].cases[0].launches, IsEmpty());
  ASSERT_EQ(set.runs[0].cases[1].launches.size(), 2u);
  EXPECT_EQ(set.runs[0].cases[1].launches[1].name, "g");
  EXPECT_THAT(read_one(folder.path(), {.launches = false}).runs[0].cases[1].launches, IsEmpty());
}

TEST(ReadRuns, TakesAResultsFileAloneAndSeveralPathsInOrder) {
  const TemporaryFolder folder;
  keep_two_runs(folder.path() / "two");
  ResultsDirectory(folder.path() / "one").append_case(case_named("run-3", "a"), time_and_ops(1), {});
  const RunSet set = read_runs(std::array{folder.path() / "one" / "results.csv", folder.path() / "two"});
  ASSERT_EQ(set.runs.size(), 3u);
  EXPECT_EQ(set.runs[0].run_id, "run-3");
  EXPECT_THAT(set.runs[0].facts, IsEmpty());
  EXPECT_EQ(set.runs[1].run_id, "run-1");
}

TEST(ReadRuns, FindsTheSameInShuffledRowsOtherColumnOrderAndBesidesFurtherColumns) {
  const TemporaryFolder folder;
  keep_two_runs(folder.path() / "kept");
  const RunSet kept = read_one(folder.path() / "kept", {.samples = false});
  const std::string text = text_of(folder.path() / "kept" / "results.csv");
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1) {
    lines.push_back(text.substr(begin, text.find('\n', begin) - begin));
  }
  ASSERT_EQ(lines.size(), 6u);  // the header, two metrics of two cases, the failed one
  // "samples" is last and the schema first: they change places; the new column stands in between.
  std::string other;
  for (const size_t i : {0u, 4u, 1u, 5u, 3u, 2u}) {
    const size_t first = lines[i].find(',');
    const size_t last = lines[i].rfind(',');
    other += lines[i].substr(last + 1) + lines[i].substr(first, last - first) + (i == 0 ? ",extra," : ",x,") +
             lines[i].substr(0, first) + "\r\n";
  }
  write_text(folder.path() / "other.csv", "\xEF\xBB\xBF" + other);
  const RunSet set = read_one(folder.path() / "other.csv");
  ASSERT_EQ(set.runs.size(), 2u);
  EXPECT_EQ(set.runs[0].run_id, "run-2");  // by the order of the rows
  EXPECT_EQ(set.runs[0].cases[0].row, kept.runs[1].cases[0].row);
  EXPECT_THAT(set.runs[0].cases[0].metrics, testing::UnorderedElementsAreArray(kept.runs[1].cases[0].metrics));
  ASSERT_EQ(set.runs[1].cases.size(), 2u);
  EXPECT_EQ(set.runs[1].cases[0].row, kept.runs[0].cases[0].row);
  EXPECT_THAT(set.runs[1].cases[0].metrics, testing::UnorderedElementsAreArray(kept.runs[0].cases[0].metrics));
  EXPECT_EQ(set.runs[1].cases[1].row, kept.runs[0].cases[1].row);
}

TEST(ReadRuns, KeepsAMetricThatThisProgramDoesNotKnow) {
  const TemporaryFolder folder;
  write_text(folder.path() / "r.csv", kResultsHeader + kExampleCells + "watts,W,70,,,\n");
  EXPECT_EQ(metric_of(read_one(folder.path() / "r.csv").runs[0].cases[0], "watts"), 70);
}

TEST(ReadRuns, ReadsUpToTheLastWholeLineAndSaysSo) {
  const TemporaryFolder folder;
  write_text(folder.path() / "r.csv", kResultsHeader + kExampleCells + "time_s,s,0.25,,,3\n" + kExampleCells +
                                          "ops,1,45,,,\n" + kExampleCells + "error_rms,1,0.0000");
  const RunSet set = read_one(folder.path() / "r.csv");
  EXPECT_EQ(set.runs[0].cases[0].metrics.size(), 2u);
  EXPECT_THAT(set.notes, ElementsAre(testing::AllOf(HasSubstr("r.csv is not whole"), HasSubstr("up to line 3"))));
}

TEST(ReadRuns, SaysWhichFilesAreMissing) {
  const TemporaryFolder folder;
  keep_two_runs(folder.path());
  fs::remove(folder.path() / "runs.csv");
  fs::remove(folder.path() / "samples.csv");
  EXPECT_THAT(read_one(folder.path()).notes,
              ElementsAre(HasSubstr("runs.csv is missing"), HasSubstr("samples.csv is missing")));
}

TEST(ReadRuns, LeavesOutSamplesOfACaseThatWasNotKeptAndRunsWithoutACase) {
  const TemporaryFolder folder;
  keep_two_runs(folder.path());
  ResultsDirectory(folder.path()).append_run("run-0", {{"threads", "2"}});
  write_text(folder.path() / "samples.csv",
             "run_id,case,round,sample,forwards,time_s,sm_clock_hz\nrun-1,a,0,0,1,0.25,\nrun-1,gone,0,0,1,0.25,\n"
             "run-1,gone,0,1,1,0.25,\nrun-0,a,0,0,1,0.25,\nrun-1,a,0,1,1,,\n");
  const RunSet set = read_one(folder.path());
  EXPECT_EQ(set.runs[0].cases[0].samples.size(), 1u);
  EXPECT_THAT(set.notes, ElementsAre(HasSubstr("no case was kept of run-0"), HasSubstr("4 samples")));
}

}  // namespace
}  // namespace attn
