// attn_results compare, from files to exit code.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "results/results_directory.h"
#include "tests/results/comparing/example_runs.h"
#include "tests/results/program/run_attn_results.h"
#include "tests/results/temporary_folder.h"

namespace attn {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class CompareProgram : public testing::Test {
 protected:
  std::string keep(const std::string& name, const std::vector<KeptRun>& runs) {
    const std::filesystem::path folder = folder_.path() / name;
    ResultsDirectory directory(folder);
    for (const KeptRun& run : runs) {
      directory.append_run(run.run_id, run.facts);
      for (const KeptCase& kept : run.cases) {
        directory.append_case(kept.row, kept.metrics, kept.samples, kept.launches);
      }
    }
    return folder.string();
  }

  std::string keep_five(const std::string& name, double time_s) {
    return keep(name, five_runs(name, "Naive", 128, time_s));
  }

  TemporaryFolder folder_;
};

TEST_F(CompareProgram, ARegressionIsExitCode1AndNamed) {
  const ProgramEnd end = run_attn_results({"compare", keep_five("b", 1), "--to", keep_five("n", 1.2)});
  EXPECT_EQ(end.exit_code, 1);
  EXPECT_THAT(end.out, AllOf(HasSubstr("1 case slower"), HasSubstr("1.200 (+20.0 %)")));
}

TEST_F(CompareProgram, UnchangedAndFasterAreExitCode0) {
  const std::string base = keep_five("b", 1);
  const ProgramEnd unchanged = run_attn_results({"compare", base, "--to", keep_five("n", 1)});
  EXPECT_EQ(unchanged.exit_code, 0);
  EXPECT_THAT(unchanged.out, HasSubstr("1 case unchanged"));
  const ProgramEnd faster = run_attn_results({"compare", base, "--to", keep_five("f", 0.8)});
  EXPECT_EQ(faster.exit_code, 0);
  EXPECT_THAT(faster.out, AllOf(HasSubstr("1 case faster"), HasSubstr("0.8000 (−20.0 %)")));
}

TEST_F(CompareProgram, UnsureIsBadOnlyWhenStrict) {
  const std::string base = keep("b", {run_of("b", {timed_case("Naive", 128, 1)})});
  const std::string now = keep("n", {run_of("n", {timed_case("Naive", 128, 1.2)})});
  const ProgramEnd end = run_attn_results({"compare", base, "--to", now});
  EXPECT_EQ(end.exit_code, 0);
  EXPECT_THAT(end.out, AllOf(HasSubstr("1 case unsure"), HasSubstr("at least 5 are needed (4 more)")));
  EXPECT_EQ(run_attn_results({"compare", base, "--to", now, "--strict"}).exit_code, 1);
}

TEST_F(CompareProgram, RemovedCasesAreBadUnlessAllowed) {
  const std::string base = keep("b", {run_of("b", {timed_case("Naive", 128, 1), timed_case("Naive", 256, 1)})});
  const std::string now = keep("n", {run_of("n", {timed_case("Naive", 128, 1)})});
  const ProgramEnd end = run_attn_results({"compare", base, "--to", now});
  EXPECT_EQ(end.exit_code, 1);
  EXPECT_THAT(end.out, HasSubstr("1 case removed"));
  EXPECT_EQ(run_attn_results({"compare", base, "--to", now, "--allow_removed"}).exit_code, 0);
}

TEST_F(CompareProgram, TheThresholdDecidesWhatIsAChange) {
  const std::string base = keep_five("b", 1);
  const std::string now = keep_five("n", 1.05);
  EXPECT_EQ(run_attn_results({"compare", base, "--to", now}).exit_code, 1);
  EXPECT_EQ(run_attn_results({"compare", base, "--to", now, "--threshold=10%"}).exit_code, 0);
  EXPECT_EQ(run_attn_results({"compare", base, "--to", now, "--threshold=0.1"}).exit_code, 0);
  for (const char* threshold : {"-1", "two", "", "nan", "%"}) {
    const ProgramEnd end = run_attn_results({"compare", base, "--to", now, "--threshold", threshold});
    EXPECT_EQ(end.exit_code, 2) << threshold;
    EXPECT_THAT(end.err, HasSubstr("--threshold")) << threshold;
  }
}

TEST_F(CompareProgram, AFolderWithItselfIsUnchangedByIdentity) {
  const std::string base = keep_five("b", 1);
  const ProgramEnd end = run_attn_results({"compare", base, "--to", base});
  EXPECT_EQ(end.exit_code, 0);
  EXPECT_THAT(end.out, AllOf(HasSubstr("1 case unchanged"), HasSubstr("the same processes on both sides")));
}

TEST_F(CompareProgram, NoCaseInCommonIsExitCode2) {
  const std::string base = keep("b", {run_of("b", {timed_case("Naive", 128, 1)})});
  const std::string now = keep("n", {run_of("n", {timed_case("Naive", 256, 1)})});
  const ProgramEnd end = run_attn_results({"compare", base, "--to", now});
  EXPECT_EQ(end.exit_code, 2);
  EXPECT_THAT(end.out, IsEmpty());
  EXPECT_THAT(end.err, HasSubstr("no case in common"));
}

TEST_F(CompareProgram, TwoGpusAreNamedLoudly) {
  std::vector<KeptRun> base = five_runs("b", "Naive", 128, 1);
  std::vector<KeptRun> now = five_runs("n", "Naive", 128, 0.5);
  for (KeptRun& run : base) run.cases[0].row.device = "NVIDIA A100-SXM4-80GB";
  for (KeptRun& run : now) run.cases[0].row.device = "NVIDIA H100 80GB HBM3";
  const ProgramEnd end = run_attn_results({"compare", keep("b", base), "--to", keep("n", now)});
  EXPECT_THAT(end.out, AllOf(HasSubstr("CAREFUL"), HasSubstr("another device: NVIDIA A100-SXM4-80GB → NVIDIA H100")));
}

TEST_F(CompareProgram, FindsTheSameInShuffledRows) {
  const std::string base = keep("b", five_runs("b", "Naive", 128, 1));
  std::vector<KeptRun> now = five_runs("n", "Naive", 128, 1.2);
  const ProgramEnd in_order = run_attn_results({"compare", base, "--to", keep("n", now), "--format=csv"});
  std::ranges::reverse(now);
  const ProgramEnd reversed = run_attn_results({"compare", base, "--to", keep("r", now), "--format=csv"});
  EXPECT_EQ(in_order.out, reversed.out);
  EXPECT_EQ(in_order.exit_code, reversed.exit_code);
}

TEST_F(CompareProgram, SaysWhatWasLeftOutOnStandardError) {
  const std::string base = keep_five("b", 1);
  const std::string now = keep_five("n", 1);
  const std::string kept = text_of(std::filesystem::path(now) / "results.csv");
  write_text(std::filesystem::path(now) / "results.csv", kept + "1,n-9,2026");
  const ProgramEnd end = run_attn_results({"compare", base, "--to", now});
  EXPECT_EQ(end.exit_code, 0);
  EXPECT_THAT(end.err, HasSubstr("is not whole"));
}

TEST_F(CompareProgram, EveryFormatHasEveryCase) {
  const std::string base = keep("b", {run_of("b", {timed_case("Naive", 128, 1), timed_case("Naive", 256, 1)})});
  const std::string now = keep("n", {run_of("n", {timed_case("Naive", 128, 1), timed_case("Sdpa", 128, 1)})});
  for (const char* format : {"table", "markdown", "csv", "json"}) {
    const ProgramEnd end = run_attn_results({"compare", base, "--to", now, "--format", format});
    for (const char* part : {"q_len:128", "q_len:256", "Sdpa/", "removed", "added", "unsure"}) {
      EXPECT_THAT(end.out, HasSubstr(part)) << format;
    }
  }
  const auto json = nlohmann::json::parse(run_attn_results({"compare", base, "--to", now, "--format=json"}).out);
  EXPECT_EQ(json["cases"]["rows"].size(), 3u);
  EXPECT_EQ(json["cases"]["rows"][0]["outcome"], "removed");
  EXPECT_TRUE(json["cases"]["rows"][0]["ratio"].is_null());
}

TEST_F(CompareProgram, ByDriverNamesTheFirstBadVersion) {
  std::vector<KeptRun> runs;
  for (const auto& [driver, time_s] : std::map<std::string, double>{{"580.65", 1}, {"580.105", 1}, {"590.10", 1.2}}) {
    for (KeptRun& run : five_runs(driver, "Naive", 128, time_s)) {
      run.cases[0].row.driver_version = driver;
      runs.push_back(run);
    }
  }
  const std::string kept = keep("k", runs);
  const ProgramEnd end = run_attn_results({"compare", "--by=driver_version", kept});
  EXPECT_EQ(end.exit_code, 1);
  EXPECT_THAT(end.out, AllOf(HasSubstr("first bad driver_version: 590.10"), HasSubstr("worse in 590.10")));
  const ProgramEnd csv = run_attn_results({"compare", "--by=driver_version", kept, "--format=csv"});
  EXPECT_THAT(csv.out, HasSubstr("case,580.65_time_s,580.105_outcome,580.105_ratio,580.105_time_s,590.10_outcome"));
  EXPECT_EQ(run_attn_results({"compare", "--by=weather", kept}).exit_code, 2);
  EXPECT_EQ(run_attn_results({"compare", "--by=driver_version", kept, "--to", kept}).exit_code, 2);
}

TEST_F(CompareProgram, SittingsGiveTheNoiseFloor) {
  const std::string base = keep_five("b", 1);
  const std::string now = keep_five("n", 1.05);
  EXPECT_EQ(
      run_attn_results({"compare", base, "--to", now, "--aa", keep_five("a1", 1.08), keep_five("a2", 0.93)}).exit_code,
      0);
}

TEST(AttnResults, RefusesWhatItDoesNotKnowWithTheNameThatMayBeMeant) {
  const ProgramEnd subcommand = run_attn_results({"compair"});
  EXPECT_EQ(subcommand.exit_code, 2);
  EXPECT_THAT(subcommand.err, HasSubstr("compair: no such subcommand (did you mean compare"));
  const ProgramEnd flag = run_attn_results({"compare", "a", "--too", "b"});
  EXPECT_EQ(flag.exit_code, 2);
  EXPECT_THAT(flag.err, HasSubstr("did you mean --to"));
  const ProgramEnd format = run_attn_results({"compare", "a", "--to", "b", "--format=html"});
  EXPECT_EQ(format.exit_code, 2);
  EXPECT_THAT(format.err, HasSubstr("'html' is none of table, markdown, csv, json"));
  EXPECT_EQ(run_attn_results({}).exit_code, 2);
  EXPECT_EQ(run_attn_results({"compare"}).exit_code, 2);
  EXPECT_EQ(run_attn_results({"compare", "a"}).exit_code, 2);
  EXPECT_EQ(run_attn_results({"compare", "a", "--to"}).exit_code, 2);
}

TEST(AttnResults, PrintsItsHelp) {
  const ProgramEnd help = run_attn_results({"--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_THAT(help.out, HasSubstr("compare"));
  EXPECT_THAT(run_attn_results({"compare", "--help"}).out, AllOf(HasSubstr("--threshold"), HasSubstr("--format")));
}

}  // namespace
}  // namespace attn
