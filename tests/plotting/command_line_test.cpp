#include "plotting/program/command_line.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <vector>

#include "tests/plotting/example_runs.h"
#include "tests/results/temporary_folder.h"

namespace attn {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

struct Answer {
  int exit_code = 0;
  std::string out;
  std::string err;
};

Answer ask(const std::vector<std::string>& arguments) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int exit_code = plot(arguments);
  std::fflush(stdout);
  const std::string out = testing::internal::GetCapturedStdout();
  return {exit_code, out, testing::internal::GetCapturedStderr()};
}

class CommandLineTest : public testing::Test {
 protected:
  CommandLineTest() { keep_example(runs_, {}); }

  TemporaryFolder folder_;
  std::filesystem::path runs_ = folder_.path() / "runs";
  std::string out_ = "--out=" + (folder_.path() / "report").string();
};

TEST_F(CommandLineTest, WritesAReportAndASpecificationAChart) {
  const Answer answer = ask({runs_.string(), out_, "--no_pictures"});
  EXPECT_EQ(answer.exit_code, 0) << answer.err;
  EXPECT_EQ(answer.out, (folder_.path() / "report/report.html").string() + "\n");
  EXPECT_THAT(text_of(folder_.path() / "report/report.html"), HasSubstr("SdpaFlash is the fastest at all 3 lengths"));
  EXPECT_THAT(text_of(folder_.path() / "report/charts/time.vl.json"), HasSubstr("vega-lite/v6.json"));
}

TEST_F(CommandLineTest, PrintsOneSpecification) {
  const Answer answer = ask({runs_.string(), "--spec=time"});
  EXPECT_EQ(answer.exit_code, 0);
  EXPECT_THAT(answer.out, StartsWith("{\n \"$schema\""));
}

TEST_F(CommandLineTest, AnUnknownChartGivesNearNames) {
  const Answer answer = ask({runs_.string(), "--spec=tmie"});
  EXPECT_EQ(answer.exit_code, 2);
  EXPECT_THAT(answer.err, HasSubstr("--spec=tmie: no such chart (did you mean time?)"));
}

TEST_F(CommandLineTest, AChartThatTheRunsLackSaysWhy) {
  const Answer answer = ask({runs_.string(), "--spec=launches"});
  EXPECT_EQ(answer.exit_code, 2);
  EXPECT_THAT(answer.err, HasSubstr("--spec=launches: none of these runs: no launches were counted"));
}

TEST_F(CommandLineTest, SeveralChartsOfAKindAreNamed) {
  keep_example(runs_, {.run_id = "run-2", .head_dim = 128});
  const Answer answer = ask({runs_.string(), "--spec=time"});
  EXPECT_EQ(answer.exit_code, 2);
  EXPECT_THAT(answer.err, HasSubstr("there are several: time.head_dim-64, time.head_dim-128"));
}

TEST_F(CommandLineTest, ListsTheKindsWithoutRunsAndTheChartsWith) {
  EXPECT_THAT(ask({"--list"}).out, HasSubstr("roofline"));
  EXPECT_THAT(ask({runs_.string(), "--list"}).out,
              HasSubstr("time\n    Time of a forward against sequence length · 6 rows"));
}

TEST_F(CommandLineTest, AnUnknownFlagGivesNearNames) {
  const Answer answer = ask({runs_.string(), "--specs=time"});
  EXPECT_EQ(answer.exit_code, 2);
  EXPECT_THAT(answer.err, HasSubstr("--specs: no such flag (did you mean --spec?)"));
}

TEST_F(CommandLineTest, WithoutRunsItAsksForThem) {
  const Answer answer = ask({});
  EXPECT_EQ(answer.exit_code, 2);
  EXPECT_THAT(answer.err, HasSubstr("which runs?"));
}

TEST_F(CommandLineTest, AFolderWithoutResultsIsRefused) {
  const Answer answer = ask({(folder_.path() / "nothing").string(), out_});
  EXPECT_EQ(answer.exit_code, 2);
  EXPECT_THAT(answer.err, HasSubstr("nothing"));
}

TEST_F(CommandLineTest, AnOutputThatCanNotBeWrittenIsRefused) {
  write_text(folder_.path() / "file", "");
  const Answer answer = ask({runs_.string(), "--out=" + (folder_.path() / "file/report").string()});
  EXPECT_EQ(answer.exit_code, 2);
  EXPECT_THAT(answer.err, HasSubstr("file/report: can't be written: Not a directory"));
}

TEST_F(CommandLineTest, AMetricInAnotherUnitIsRefusedWithItsLine) {
  std::string text = text_of(runs_ / "results.csv");
  const std::string cell = ",time_s,s,";
  text.replace(text.find(cell), cell.size(), ",time_s,ms,");
  write_text(runs_ / "results.csv", text);
  const Answer answer = ask({runs_.string(), out_});
  EXPECT_EQ(answer.exit_code, 2);
  EXPECT_THAT(answer.err, HasSubstr("results.csv, line 2, column unit: time_s in 'ms'; its unit is 's'"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "report"));
}

TEST_F(CommandLineTest, AMissingColumnIsNamed) {
  std::string text = text_of(runs_ / "results.csv");
  text.replace(text.find(",variant,"), 9, ",varaint,");
  write_text(runs_ / "results.csv", text);
  const Answer answer = ask({runs_.string(), out_});
  EXPECT_EQ(answer.exit_code, 2);
  EXPECT_THAT(answer.err, HasSubstr("variant"));
}

TEST_F(CommandLineTest, EveryExampleGivesAReport) {
  for (const std::string& name : example_names()) {
    const std::filesystem::path runs = folder_.path() / name;
    make_example(name, runs);
    const Answer answer = ask({runs.string(), out_, "--no_pictures"});
    EXPECT_EQ(answer.exit_code, 0) << name << answer.err;
    EXPECT_THAT(text_of(folder_.path() / "report/report.html"), HasSubstr("</html>")) << name;
  }
}

}  // namespace
}  // namespace attn
