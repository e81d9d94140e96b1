#include "results/checking/check.h"

#include <gmock/gmock.h>

#include <array>

#include "results/bad_request.h"
#include "results/results_directory.h"
#include "tests/results/example_case.h"
#include "tests/results/launch_rows.h"
#include "tests/results/temporary_folder.h"

namespace attn {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

namespace fs = std::filesystem;

std::vector<MetricValue> sound_metrics() {
  return {{.name = "time_s", .value = 0.5, .low = 0.25, .high = 0.75, .samples = 2},
          {.name = "flops_per_s", .value = 300e12},
          {.name = "bytes_per_s", .value = 2e12},
          {.name = "launches", .value = 2}};
}

const std::array kSamples = {SampleRow{.sample = 0, .time_s = 0.25}, SampleRow{.sample = 1, .time_s = 0.75}};

void keep(const fs::path& folder, const CaseRow& row, const std::vector<MetricValue>& metrics,
          std::span<const SampleRow> samples = kSamples) {
  ResultsDirectory directory(folder);
  directory.append_run("run-1",
                       {{"peak_half_flops_per_s", "312000000000000"}, {"peak_bandwidth_bytes_per_s", "2039000000000"}});
  const std::array launches = {copy_row("aten::copy_", 8), kernel_row("aten::mm", "gemm")};
  std::vector<LaunchRow> ordered(launches.begin(), launches.end());
  ordered[1].order = 1;
  directory.append_case(row, metrics, samples, ordered, {});
}

CheckedRuns checked(const fs::path& path) {
  return check_runs(std::array{path});
}

auto finding(int64_t line, const std::string& column, const std::string& fault) {
  return AllOf(Field(&Finding::line, line), Field(&Finding::column, column), Field(&Finding::fault, HasSubstr(fault)));
}

TEST(Check, FindsNothingInASoundRun) {
  const TemporaryFolder folder;
  keep(folder.path(), example_case(), sound_metrics());
  const CheckedRuns runs = checked(folder.path());
  EXPECT_THAT(runs.findings, IsEmpty());
  EXPECT_EQ(runs.found, 0);
  EXPECT_THAT(runs.notes, IsEmpty());
  EXPECT_EQ(runs.rows.at((folder.path() / "results.csv").string()), 4);
  EXPECT_EQ(runs.rows.at((folder.path() / "samples.csv").string()), 2);
}

/// What is found after a change of all such texts in the rows of results.csv.
std::vector<Finding> found_after(const std::string& before, const std::string& after) {
  const TemporaryFolder folder;
  keep(folder.path(), example_case(), sound_metrics());
  std::string text = text_of(folder.path() / "results.csv");
  size_t at = text.find(before, text.find('\n'));
  EXPECT_NE(at, std::string::npos) << before;
  for (; at != std::string::npos; at = text.find(before, at + after.size())) text.replace(at, before.size(), after);
  write_text(folder.path() / "results.csv", text);
  return checked(folder.path()).findings;
}

TEST(Check, NamesLineAndColumnOfEachFault) {
  EXPECT_THAT(found_after("time_s,s,0.5", "time_s,s,-0.5"),
              ElementsAre(finding(2, "value", "'-0.5' is no number of at least 0"),
                          finding(2, "metric", "ok and has no time_s")));
  EXPECT_THAT(found_after("time_s,s,0.5,0.25", "time_s,s,0.5,0.625"),
              ElementsAre(finding(2, "low", "0.625 is above the value, 0.5")));
  EXPECT_THAT(found_after("0.75,2\n", "0.4375,2\n"), ElementsAre(finding(2, "high", "0.4375 is below the value, 0.5")));
  EXPECT_THAT(found_after("time_s,s,", "time_s,ms,"), ElementsAre(finding(2, "unit", "'ms', where time_s is in s")));
  EXPECT_THAT(found_after("time_s,s", "tme_s,s"),
              ElementsAre(finding(2, "metric", "did you mean time_s"), finding(2, "metric", "no time_s")));
  EXPECT_THAT(found_after("launches,1,2", "launches,1,2.5"),
              ElementsAre(finding(5, "value", "no whole number"), finding(5, "value", "launches.csv has 2")));
  EXPECT_THAT(found_after("launches,1,2", "launches,1,3"),
              ElementsAre(finding(5, "value", "3 launches, but launches.csv has 2")));
  EXPECT_THAT(found_after("launches,1,2", "launches,1,0x2"), ElementsAre(finding(5, "value", "'0x2'")));
  EXPECT_THAT(found_after("launches,1,2", "time_s,s,2"),
              ElementsAre(finding(5, "metric", "time_s of this case is on line 2 already")));
  EXPECT_THAT(found_after("flops_per_s,FLOP/s,3e+14", "flops_per_s,FLOP/s,3.2e+14"),
              ElementsAre(finding(3, "value", "above the card's peak")));
  EXPECT_THAT(found_after("bytes_per_s,B/s,2e+12", "bytes_per_s,B/s,3e+12"),
              ElementsAre(finding(4, "value", "above the card's peak")));
  EXPECT_THAT(found_after(",measured,", ",guessed,"),
              ElementsAre(finding(2, "source", "'guessed' is none of measured, planned")));
  EXPECT_THAT(found_after(",measured,", ",planned,"), ElementsAre(finding(2, "metric", "a plan has no time_s")));
  EXPECT_THAT(found_after("2026-11-30T16", "2026-13-30T16"), ElementsAre(finding(2, "time_utc", "no time such as")));
  EXPECT_THAT(found_after("launches,1,2", "launches,1,"), ElementsAre(finding(5, "value", "is empty")));
  EXPECT_THAT(found_after("2026-11-30T", "30.11.2026 "), ElementsAre(finding(2, "time_utc", "no time such as")));
  EXPECT_THAT(found_after(",ok,", ",fine,"),
              ElementsAre(finding(2, "status", "'fine' is none of ok"), finding(2, "reason", "not ok"),
                          finding(2, "metric", "a time of a case that is fine")));
  EXPECT_THAT(found_after("causal,2,8,4,512", "causal,4,8,3,512"),
              ElementsAre(finding(2, "kv_heads", "3 does not divide the 8 q_heads"),
                          finding(2, "batch", "'4' is not the batch:2")));
  EXPECT_THAT(found_after(",SdpaFlash,", ",Sdpa,"),
              ElementsAre(finding(2, "variant", "'Sdpa' is not the one in the case's name")));
  EXPECT_THAT(found_after("\n1,run-1", "\n2,run-1"), ElementsAre(finding(2, "schema", "'2' is another schema than 1")));
}

TEST(Check, HoldsTheRowsOfACaseAgainstItsFirst) {
  const TemporaryFolder folder;
  keep(folder.path(), example_case(), sound_metrics());
  std::string text = text_of(folder.path() / "results.csv");
  const size_t at = text.rfind(",bf16,");
  write_text(folder.path() / "results.csv", text.replace(at, 6, ",fp16,"));
  EXPECT_THAT(checked(folder.path()).findings,
              ElementsAre(finding(5, "dtype", "'fp16', where line 2 of the same case has 'bf16'")));
}

TEST(Check, KnowsWhatARateIsMadeOf) {
  const TemporaryFolder folder;
  std::vector<MetricValue> metrics = sound_metrics();
  metrics.push_back({.name = "model_flops", .value = 140e12});
  keep(folder.path(), example_case(), metrics);
  EXPECT_THAT(checked(folder.path()).findings,
              ElementsAre(finding(3, "value", "model_flops over time_s is 280000000000000")));
}

TEST(Check, FindsATimeOfAFailureAndARunWithoutFacts) {
  const TemporaryFolder folder;
  CaseRow failed = example_case("run-7");
  failed.status = "failed";
  failed.reason = "it broke";
  keep(folder.path(), failed, sound_metrics());
  EXPECT_THAT(checked(folder.path()).findings,
              ElementsAre(finding(2, "run_id", "runs.csv has nothing of the run run-7"),
                          finding(3, "metric", "a time of a case that is failed")));
}

TEST(Check, HoldsSamplesAgainstWhatWasRecordedOfThem) {
  const TemporaryFolder folder;
  const std::array three = {kSamples[0], kSamples[1], SampleRow{.sample = 2, .time_s = 0.875}};
  keep(folder.path(), example_case(), sound_metrics(), three);
  EXPECT_THAT(checked(folder.path()).findings,
              ElementsAre(finding(2, "samples", "2, but samples.csv has 3"),
                          finding(2, "value", "0.5 s, but the median of its samples is 0.75 s")));
}

TEST(Check, FindsSamplesOfNoTimeAndOfNoCase) {
  const TemporaryFolder folder;
  keep(folder.path(), example_case(), sound_metrics(), {});
  const std::string name = example_case().case_name;
  write_text(folder.path() / "samples.csv",
             "run_id,case,round,sample,forwards,time_s,sm_clock_hz\n"
             "run-1," +
                 name + ",0,0,1,0.5,\nrun-1," + name + ",0,1,0,0,\nrun-9," + name + ",0,0,1,0.5,\n");
  EXPECT_THAT(checked(folder.path()).findings,
              ElementsAre(finding(2, "value", "median of its samples is 0.25"),
                          finding(3, "forwards", "'0' is no whole number of at least 1"),
                          finding(3, "time_s", "a time of 0"), finding(4, "case", "results.csv has no such case")));
}

TEST(Check, SaysWhereNoPeakIsKnown) {
  const TemporaryFolder folder;
  keep(folder.path(), example_case(), sound_metrics());
  fs::remove(folder.path() / "runs.csv");
  const CheckedRuns runs = checked(folder.path());
  EXPECT_THAT(runs.findings, IsEmpty());
  EXPECT_THAT(runs.notes, ElementsAre(HasSubstr("no peak known for 1 case")));
}

TEST(Check, FindsAFactThatIsTwoThings) {
  const TemporaryFolder folder;
  keep(folder.path(), example_case(), sound_metrics());
  ResultsDirectory(folder.path()).append_run("run-1", {{"peak_half_flops_per_s", "1e15"}});
  EXPECT_THAT(checked(folder.path()).findings,
              ElementsAre(finding(4, "key", "the same run has peak_half_flops_per_s")));
}

TEST(Check, ListsTheFirstFindingsAndCountsAll) {
  const TemporaryFolder folder;
  keep(folder.path(), example_case(), sound_metrics(), {});
  std::string text = "run_id,case,round,sample,forwards,time_s,sm_clock_hz\n";
  for (size_t i = 0; i < kMostFindings + 50; ++i) text += "run-9,none,0,0,1,0.5,\n";
  write_text(folder.path() / "samples.csv", text);
  const CheckedRuns runs = checked(folder.path());
  EXPECT_EQ(runs.findings.size(), kMostFindings);
  EXPECT_EQ(runs.found, static_cast<int64_t>(kMostFindings + 50));
}

TEST(Check, RefusesWhatIsNoResults) {
  const TemporaryFolder folder;
  EXPECT_THROW(checked(folder.path()), BadRequest);
  write_text(folder.path() / "results.csv", "a,b\n1,2\n");
  EXPECT_THROW(checked(folder.path()), BadRequest);
}

}  // namespace
}  // namespace attn
