#include "results/results_directory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "results/bad_request.h"
#include "tests/results/example_case.h"
#include "tests/results/temporary_folder.h"

namespace attn {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

const std::vector<MetricValue> kTime = {
    {.name = "time_s", .value = 2.3e-5, .low = 2.2e-5, .high = 2.5e-5, .samples = 40}};

TEST(ResultsDirectory, BeginsTheThreeFilesWithTheirHeaders) {
  const TemporaryFolder folder;
  const ResultsDirectory directory(folder.path() / "new" / "deep");
  EXPECT_EQ(text_of(directory.folder() / "runs.csv"), "run_id,key,value\n");
  EXPECT_EQ(text_of(directory.folder() / "results.csv"), kResultsHeader);
  EXPECT_EQ(text_of(directory.folder() / "samples.csv"), "run_id,case,round,sample,forwards,time_s,sm_clock_hz\n");
}

TEST(ResultsDirectory, WritesOneRowACaseAndMetric) {
  const TemporaryFolder folder;
  ResultsDirectory directory(folder.path());
  std::vector<MetricValue> metrics = kTime;
  metrics.push_back({.name = "ops", .value = 45});
  directory.append_case(example_case(), metrics, {});
  EXPECT_EQ(text_of(folder.path() / "results.csv"),
            kResultsHeader + kExampleCells + "time_s,s,2.3e-05,2.2e-05,2.5e-05,40\n" + kExampleCells + "ops,1,45,,,\n");
}

TEST(ResultsDirectory, WritesEverySampleInOrder) {
  const TemporaryFolder folder;
  ResultsDirectory directory(folder.path());
  const std::vector<SampleRow> samples = {
      {.round = 0, .sample = 0, .forwards = 1, .time_s = 0.25},
      {.round = 1, .sample = 3, .forwards = 64, .time_s = 0.125, .sm_clock_hz = 1.41e9}};
  directory.append_case(example_case(), kTime, samples);
  EXPECT_EQ(text_of(folder.path() / "samples.csv"),
            "run_id,case,round,sample,forwards,time_s,sm_clock_hz\n"
            "run-1,SdpaFlash/cuda/cold/bf16/causal/batch:2/q_heads:8,0,0,1,0.25,\n"
            "run-1,SdpaFlash/cuda/cold/bf16/causal/batch:2/q_heads:8,1,3,64,0.125,1.41e+09\n");
}

TEST(ResultsDirectory, WritesTheFactsOfARun) {
  const TemporaryFolder folder;
  ResultsDirectory directory(folder.path());
  directory.append_run("run-1", {{"cpu_model", "Xeon, 2.1 GHz"}, {"command_line", "./attn_bench\n--seed=1"}});
  EXPECT_EQ(text_of(folder.path() / "runs.csv"),
            "run_id,key,value\nrun-1,cpu_model,\"Xeon, 2.1 GHz\"\nrun-1,command_line,./attn_bench --seed=1\n");
}

TEST(ResultsDirectory, KeepsACaseThatIsNotOkWithWhatIsKnown) {
  const TemporaryFolder folder;
  ResultsDirectory directory(folder.path());
  CaseRow row = example_case();
  row.status = "out_of_memory";
  row.reason = "needs 8 GiB,\nthere are \"4 GiB\"";
  directory.append_case(row, std::vector<MetricValue>{{.name = "needed_bytes", .value = 8589934592}}, {});
  const std::vector<ResultRow> rows = read_results(folder.path(), "run-1");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].metric, std::nullopt);
  EXPECT_EQ(rows[0].row.reason, "needs 8 GiB, there are \"4 GiB\"");
  EXPECT_EQ(rows[1].metric->name, "needed_bytes");
  EXPECT_EQ(rows[1].metric->value, 8589934592);
  EXPECT_EQ(rows[1].row, rows[0].row);
}

TEST(ResultsDirectory, KeepsACaseWithoutMetricsInOneRow) {
  const TemporaryFolder folder;
  ResultsDirectory directory(folder.path());
  directory.append_case(example_case(), {}, {});
  EXPECT_EQ(text_of(folder.path() / "results.csv"), kResultsHeader + kExampleCells + ",,,,,\n");
}

TEST(ResultsDirectory, NeverWritesANanOrAnInfinity) {
  const TemporaryFolder folder;
  ResultsDirectory directory(folder.path());
  const std::vector<MetricValue> metrics = {{.name = "error_rms", .value = std::nan("")},
                                            {.name = "time_s", .value = 1, .low = -INFINITY, .high = NAN}};
  directory.append_case(example_case(), metrics, std::vector<SampleRow>{{.time_s = NAN, .sm_clock_hz = INFINITY}});
  EXPECT_EQ(text_of(folder.path() / "results.csv"),
            kResultsHeader + kExampleCells + "error_rms,1,,,,\n" + kExampleCells + "time_s,s,1,,,\n");
  EXPECT_THAT(text_of(folder.path() / "samples.csv"), testing::EndsWith(",0,0,1,,\n"));
  const std::vector<ResultRow> rows = read_results(folder.path(), "run-1");
  EXPECT_EQ(rows[0].metric, std::nullopt);
  EXPECT_EQ(rows[1].metric->low, std::nullopt);
}

TEST(ResultsDirectory, ReadsBackWhatItWroteByRun) {
  const TemporaryFolder folder;
  ResultsDirectory(folder.path()).append_case(example_case("run-1"), kTime, {});
  ResultsDirectory(folder.path()).append_case(example_case("run-2"), kTime, {});
  const std::vector<ResultRow> rows = read_results(folder.path(), "run-2");
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].row, example_case("run-2"));
  EXPECT_EQ(rows[0].metric, kTime[0]);
  EXPECT_TRUE(read_results(folder.path(), "run-3").empty());
}

TEST(ResultsDirectory, RefusesAMetricThatTheCatalogueLacks) {
  const TemporaryFolder folder;
  ResultsDirectory directory(folder.path());
  const std::vector<MetricValue> metrics = {kTime[0], {.name = "tmie_s", .value = 1}};
  EXPECT_THROW(directory.append_case(example_case(), metrics, std::vector<SampleRow>(3)), std::invalid_argument);
  EXPECT_EQ(text_of(folder.path() / "results.csv"), kResultsHeader);
}

TEST(ReadResults, IgnoresTheColumnsOfANewerSchema) {
  const TemporaryFolder folder;
  std::string header = kResultsHeader;
  header.insert(header.size() - 1, ",colour");
  write_text(folder.path() / "results.csv", header + kExampleCells + "ops,1,45,,,,blue\n");
  EXPECT_EQ(read_results(folder.path(), "run-1").at(0).metric->value, 45);
}

TEST(ReadResults, NamesTheColumnsThatAnOlderSchemaLacks) {
  const TemporaryFolder folder;
  write_text(folder.path() / "results.csv", "schema,run_id,metric,value\n");
  EXPECT_THAT([&] { read_results(folder.path(), "run-1"); },
              ThrowsMessage<BadRequest>(AllOf(HasSubstr("results.csv, line 1: missing columns time_utc,host,source"),
                                              HasSubstr("there are schema,run_id,metric,value"))));
}

TEST(ReadResults, NamesFileLineAndColumnOfABadCell) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "results.csv").string();
  write_text(path, kResultsHeader + kExampleCells + "ops,1,45,,,\n" + kExampleCells + "ops,1,many,,,\n");
  EXPECT_THAT([&] { read_results(folder.path(), "run-1"); },
              ThrowsMessage<BadRequest>(path + ", line 3, column value: 'many' is not a number"));
}

TEST(ReadResults, NamesAFileThatIsNotThere) {
  const TemporaryFolder folder;
  EXPECT_THAT([&] { read_results(folder.path(), "run-1"); },
              ThrowsMessage<BadRequest>(HasSubstr("results.csv: No such file or directory")));
}

}  // namespace
}  // namespace attn
