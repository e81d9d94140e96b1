#include "results/merging/merge.h"

#include <gmock/gmock.h>

#include <array>

#include "results/bad_request.h"
#include "results/results_directory.h"
#include "results/run_set.h"
#include "tests/results/example_case.h"
#include "tests/results/launch_rows.h"
#include "tests/results/temporary_folder.h"

namespace attn {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;
using testing::UnorderedElementsAre;

namespace fs = std::filesystem;

void keep_run(const fs::path& folder, const std::string& run_id, double time_s) {
  ResultsDirectory directory(folder);
  directory.append_run(run_id, {{"host", "host-a"}, {"command_line", "/home/me/attn_bench --out=/home/me/runs"}});
  const std::vector<MetricValue> metrics = {{.name = "time_s", .value = time_s}, {.name = "ops", .value = 45}};
  const std::vector<SampleRow> samples = {{.sample = 0, .time_s = time_s}};
  directory.append_case(example_case(run_id), metrics, samples);
}

std::string refusal_of(std::span<const fs::path> paths) {
  try {
    merge_runs(paths);
  } catch (const BadRequest& refusal) {
    return refusal.what();
  }
  return "none";
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
  return names;
}

TEST(Merge, PutsRunsOfTwoFoldersIntoOneThatReadsTheSame) {
  const TemporaryFolder folder;
  keep_run(folder.path() / "a", "run-1", 0.25);
  keep_run(folder.path() / "b", "run-2", 0.5);
  const std::array paths = {folder.path() / "a", folder.path() / "b"};
  const MergedRuns merged = merge_runs(paths);
  EXPECT_THAT(merged.runs, ElementsAre("run-1", "run-2"));
  EXPECT_THAT(merged.notes, IsEmpty());
  write_merged(merged, folder.path() / "deeper" / "both");

  const RunSet before = read_runs(paths), after = read_runs(std::array{folder.path() / "deeper" / "both"});
  EXPECT_THAT(after.notes, IsEmpty());
  ASSERT_EQ(after.runs.size(), 2u);
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(after.runs[i].facts, before.runs[i].facts);
    ASSERT_EQ(after.runs[i].cases.size(), 1u);
    EXPECT_EQ(after.runs[i].cases[0].row, before.runs[i].cases[0].row);
    EXPECT_EQ(after.runs[i].cases[0].metrics, before.runs[i].cases[0].metrics);
    EXPECT_EQ(after.runs[i].cases[0].samples.size(), 1u);
  }
  EXPECT_THAT(names_in(folder.path() / "deeper"), ElementsAre("both"));
}

TEST(Merge, KeepsLaunchesAndOpsWhereAFolderHasThem) {
  const TemporaryFolder folder;
  keep_run(folder.path() / "a", "run-1", 0.25);
  const std::array launches = {copy_row("aten::copy_", 8), kernel_row("aten::mm", "gemm")};
  ResultsDirectory(folder.path() / "b").append_case(example_case("run-2"), {}, {}, launches, {});
  const MergedRuns merged = merge_runs(std::array{folder.path() / "a", folder.path() / "b"});
  write_merged(merged, folder.path() / "both");
  EXPECT_EQ(text_of(folder.path() / "both/launches.csv"), text_of(folder.path() / "b/launches.csv"));
  EXPECT_FALSE(fs::exists(folder.path() / "both/ops.csv"));
}

TEST(Merge, KeepsWhatIsTwiceOnceAndSaysSo) {
  const TemporaryFolder folder;
  keep_run(folder.path() / "a", "run-1", 0.25);
  fs::copy(folder.path() / "a", folder.path() / "copy");
  CaseRow second = example_case("run-1");
  second.case_name = "another";
  ResultsDirectory(folder.path() / "a").append_case(second, {}, {});
  const MergedRuns merged = merge_runs(std::array{folder.path() / "copy", folder.path() / "a"});
  EXPECT_THAT(merged.notes,
              ElementsAre("run run-1: a case was given more than once, with the same figures: kept once"));
  write_merged(merged, folder.path() / "both");
  EXPECT_EQ(text_of(folder.path() / "both/results.csv"), text_of(folder.path() / "a/results.csv"));
  EXPECT_EQ(text_of(folder.path() / "both/runs.csv"), text_of(folder.path() / "a/runs.csv"));
}

TEST(Merge, NamesARunThatIsOtherwiseInAnotherPlace) {
  const TemporaryFolder folder;
  keep_run(folder.path() / "a", "run-1", 0.25);
  keep_run(folder.path() / "b", "run-1", 0.5);
  EXPECT_THAT(refusal_of(std::array{folder.path() / "a", folder.path() / "b"}),
              AllOf(HasSubstr("the same run with other rows in two places"),
                    HasSubstr("run run-1, case SdpaFlash/cuda/cold/bf16/causal/batch:2/q_heads:8: "),
                    HasSubstr((folder.path() / "a/results.csv").string()),
                    HasSubstr((folder.path() / "b/results.csv").string())));
}

TEST(Merge, WithoutNamesHasNeitherHostNorFolders) {
  const TemporaryFolder folder;
  keep_run(folder.path() / "a", "run-1", 0.25);
  CaseRow failed = example_case("run-2");
  failed.host = "host-b";
  failed.status = "failed";
  failed.reason = "host-b can't open /home/me/kernel.so";
  ResultsDirectory(folder.path() / "a").append_case(failed, {}, {});
  const MergedRuns merged = merge_runs(std::array{folder.path() / "a"}, true);
  write_merged(merged, folder.path() / "out");
  const RunSet set = read_runs(std::array{folder.path() / "out"});
  EXPECT_THAT(set.runs[0].facts,
              UnorderedElementsAre(Pair("host", "host-1"), Pair("command_line", "attn_bench --out=runs")));
  EXPECT_EQ(set.runs[1].cases[0].row.host, "host-2");
  EXPECT_EQ(set.runs[1].cases[0].row.reason, "host-2 can't open kernel.so");
  EXPECT_EQ(set.runs[0].cases[0].row.case_name, "SdpaFlash/cuda/cold/bf16/causal/batch:2/q_heads:8");
  EXPECT_THAT(merged.notes,
              ElementsAre("the host host-a is host-1", "the host host-b is host-2", "3 folders left out of paths"));
}

TEST(Merge, RefusesWhatIsTwiceInOneFile) {
  const TemporaryFolder folder;
  write_text(folder.path() / "twice.csv",
             kResultsHeader + kExampleCells + "ops,1,1,,,\n" + kExampleCells + "ops,1,2,,,\n");
  EXPECT_THAT(refusal_of(std::array{folder.path() / "twice.csv"}), HasSubstr("line 3"));
}

TEST(Merge, WritesAFolderWithASlashAtTheEnd) {
  const TemporaryFolder folder;
  keep_run(folder.path() / "a", "run-1", 0.25);
  fs::current_path(folder.path());
  write_merged(merge_runs(std::array<fs::path, 1>{"a"}), "new/");
  EXPECT_TRUE(fs::exists(folder.path() / "new/results.csv"));
}

TEST(Merge, RefusesAFolderThatHasSomethingAndLeavesIt) {
  const TemporaryFolder folder;
  keep_run(folder.path() / "a", "run-1", 0.25);
  const std::string before = text_of(folder.path() / "a/results.csv");
  const MergedRuns merged = merge_runs(std::array{folder.path() / "a"});
  EXPECT_THROW(write_merged(merged, folder.path() / "a"), BadRequest);
  EXPECT_EQ(text_of(folder.path() / "a/results.csv"), before);
  EXPECT_THROW(write_merged(merged, folder.path() / "a/results.csv/x"), BadRequest);
}

TEST(Merge, RefusesAnotherSchemaAndAFolderWithoutResults) {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "empty");
  EXPECT_THAT(refusal_of(std::array{folder.path() / "empty"}), HasSubstr("has no results.csv"));
  std::string other = kResultsHeader + kExampleCells + "time_s,s,1,,,\n";
  other.replace(other.find("\n1,") + 1, 1, "2");
  write_text(folder.path() / "other.csv", other);
  EXPECT_THAT(refusal_of(std::array{folder.path() / "other.csv"}),
              AllOf(HasSubstr("line 2"), HasSubstr("'2', where this program reads 1")));
  write_text(folder.path() / "header.csv", kResultsHeader);
  EXPECT_THAT(refusal_of(std::array{folder.path() / "header.csv"}), HasSubstr("has no case"));
}

}  // namespace
}  // namespace attn
