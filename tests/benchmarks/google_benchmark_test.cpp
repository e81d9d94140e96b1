#include "benchmarks/google_benchmark.h"

#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/benchmarks/run_fake_cases.h"
#include "tests/golden_file.h"

// Google Benchmark has one state a process: each run is a child, report_fake_cases.

namespace attn {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr auto kShape = "/cpu/fp32/causal/batch:1/q_heads:8/kv_heads:8/q_len:512/kv_len:512/head_dim:64";
constexpr auto kFirstLine = "cpu · 2 threads · LibTorch 2.11.0\n";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The entries of a JSON report whose run_name begins with the variant.
std::vector<json> entries(const std::string& text, const std::string& variant) {
  std::vector<json> found;
  const json report = json::parse(text);
  for (const json& entry : report.at("benchmarks"))
    if (entry.at("run_name") == variant + kShape) found.push_back(entry);
  return found;
}

TEST(ConsoleReport, IsWhatPeopleHaveReadBefore) {
  const EndedProgram run = run_fake_cases({"mixed"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.err, IsEmpty());
  expect_golden("console.txt", run.out);
}

TEST(ConsoleReport, ShowsRoundsAndTheirAggregates) {
  expect_golden("console_rounds.txt", run_fake_cases({"rounds", "--benchmark_repetitions=3"}).out);
}

TEST(ConsoleReport, HidesSingleRoundsButNeverAFault) {
  const std::string out =
      run_fake_cases({"rounds", "--benchmark_repetitions=3", "--benchmark_display_aggregates_only"}).out;
  std::vector<std::string> names;
  for (const std::string& line : lines_of(out)) names.push_back(line.substr(0, line.find("  ")));
  const std::string naive = std::string("Naive") + kShape;
  const std::string first = std::string("FailsFirst") + kShape;
  const std::string cudnn = std::string("SdpaCudnn") + kShape;
  names.erase(names.begin(), names.begin() + 3);
  EXPECT_THAT(names, ElementsAre(naive + "_mean", naive + "_median", naive + "_stddev", naive + "_cv", first,
                                 first + "_mean", first + "_median", first + "_stddev", first + "_cv", cudnn, cudnn,
                                 cudnn, "1 ok, 1 unsupported, 1 failed"));
}

TEST(ConsoleReport, UsesTheTimeUnitThatIsAskedFor) {
  const auto time = [](const std::string& unit) {
    return run_fake_cases({"mixed", "--benchmark_filter=^Naive/", "--benchmark_time_unit=" + unit}).out;
  };
  EXPECT_THAT(time("ns"), HasSubstr(" 1500000 ns "));
  EXPECT_THAT(time("us"), HasSubstr(" 1500 µs "));
  EXPECT_THAT(time("ms"), HasSubstr(" 1.500 ms "));
  EXPECT_THAT(time("s"), HasSubstr(" 0.001500 s "));
}

TEST(ConsoleReport, IsColouredOnlyWhenAsked) {
  EXPECT_THAT(run_fake_cases({"mixed"}).out, Not(HasSubstr("\033")));
  const std::string out = run_fake_cases({"mixed", "--benchmark_color=yes"}).out;
  EXPECT_THAT(
      out, AllOf(HasSubstr("\033[0;32mNaive/"), HasSubstr("\033[0;33munsupported"), HasSubstr("\033[0;31mincorrect")));
  EXPECT_THAT(out, Not(HasSubstr("\033[31m a"))) << "an escape in a reason";
}

TEST(ConsoleReport, DoesNotComplainOfADebugLibrary) {
  for (const char* format : {"console", "json", "csv"}) {
    const EndedProgram run = run_fake_cases({"mixed", std::string("--benchmark_format=") + format});
    EXPECT_THAT(run.out + run.err, AllOf(Not(HasSubstr("WARNING")), Not(HasSubstr("DEBUG"))));
  }
}

TEST(JsonReport, HasGoogleBenchmarksKeysAndRealFiguresForACaseThatIsOk) {
  const EndedProgram run = run_fake_cases({"mixed", "--benchmark_format=json"});
  const json entry = entries(run.out, "Naive").at(0);
  EXPECT_EQ(entry.at("name"), std::string("Naive") + kShape);
  EXPECT_EQ(entry.at("run_type"), "iteration");
  EXPECT_EQ(entry.at("repetitions"), 1);
  EXPECT_EQ(entry.at("repetition_index"), 0);
  EXPECT_EQ(entry.at("threads"), 1);
  EXPECT_EQ(entry.at("iterations"), 50);
  EXPECT_EQ(entry.at("time_unit"), "ns");
  EXPECT_DOUBLE_EQ(entry.at("real_time"), 1.5e6);
  EXPECT_DOUBLE_EQ(entry.at("cpu_time"), 0.75e6);
  EXPECT_DOUBLE_EQ(entry.at("time_low"), 1.485e6);
  EXPECT_DOUBLE_EQ(entry.at("time_high"), 1.53e6);
  EXPECT_EQ(entry.at("flops_per_s"), 0.5e12);
  EXPECT_EQ(entry.at("bytes_per_s"), 25e9);
  EXPECT_EQ(entry.at("ops"), 45);
  EXPECT_EQ(entry.at("error_rms"), 2e-7);
  EXPECT_EQ(entry.at("peak_memory_bytes"), 16777216);
  EXPECT_EQ(entry.at("status"), "ok");
  EXPECT_EQ(entry.at("backend"), "math");
  EXPECT_FALSE(entry.contains("error_occurred"));
}

TEST(JsonReport, GivesACaseThatIsNotOkItsReasonAndNoTime) {
  const EndedProgram run = run_fake_cases({"mixed", "--benchmark_format=json"});
  for (const auto& [variant, status] : std::vector<std::pair<std::string, std::string>>{{"SdpaCudnn", "unsupported"},
                                                                                        {"Large", "out_of_memory"},
                                                                                        {"Wrong", "incorrect"},
                                                                                        {"Nasty", "failed"},
                                                                                        {"NoTime", "failed"},
                                                                                        {"Throws", "failed"}}) {
    const json entry = entries(run.out, variant).at(0);
    EXPECT_EQ(entry.at("status"), status);
    EXPECT_EQ(entry.at("error_occurred"), true);
    EXPECT_THAT(entry.at("error_message").get<std::string>(), StartsWith(status + ": "));
    EXPECT_FALSE(entry.contains("real_time") || entry.contains("cpu_time") || entry.contains("flops_per_s")) << variant;
  }
  EXPECT_EQ(entries(run.out, "Nasty").at(0).at("error_message"),
            "failed: a \"quote\", \x1b[31m a\x01 byte,\n\xEF\xBF\xBD and é\\");
  EXPECT_EQ(entries(run.out, "Throws").at(0).at("error_message"), "failed: thrown by the variant");
}

TEST(JsonReport, CarriesTheMachineTheRunAndTheUsersContext) {
  const json context =
      json::parse(run_fake_cases({"mixed", "--benchmark_format=json", "--benchmark_context=who=me"}).out).at("context");
  EXPECT_EQ(context.at("threads"), "2");
  EXPECT_EQ(context.at("governor"), "per\"formance\x02\xEF\xBF\xBD");
  EXPECT_EQ(context.at("who"), "me");
  EXPECT_GE(context.at("num_cpus"), 1);
  EXPECT_TRUE(context.contains("host_name") && context.contains("mhz_per_cpu") && context.contains("caches"));
  EXPECT_THAT(context.at("library_build_type").get<std::string>(), testing::AnyOf("debug", "release"));
  EXPECT_THAT(context.at("date").get<std::string>(),
              testing::MatchesRegex("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}[+-][0-9]{2}:[0-9]{2}"));
}

TEST(JsonReport, RefusesAContextThatWouldHideWhatIsRecorded) {
  const EndedProgram run = run_fake_cases({"mixed", "--benchmark_context=threads=99"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("--benchmark_context=threads=99"));
  EXPECT_THAT(run.out, IsEmpty());
}

// Rounds of 1, 2 and 6 ms: mean 3 ms, median 2 ms, standard deviation √((4 + 1 + 9)/2) = √7 ms, cv √7/3.
TEST(JsonReport, AggregatesRoundsOfDifferentForwardsExactly) {
  const std::string out = run_fake_cases({"rounds", "--benchmark_repetitions=3", "--benchmark_format=json"}).out;
  const std::vector<json> lines = entries(out, "Naive");
  ASSERT_EQ(lines.size(), 7U);
  const std::vector<int> forwards = {50, 60, 40};
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(lines[i].at("iterations"), forwards[i]);
    EXPECT_EQ(lines[i].at("repetition_index"), i);
  }
  const std::vector<std::pair<std::string, double>> expected = {
      {"mean", 3e6}, {"median", 2e6}, {"stddev", std::sqrt(7) * 1e6}, {"cv", std::sqrt(7) / 3}};
  for (size_t i = 0; i < 4; ++i) {
    const json& line = lines[3 + i];
    EXPECT_EQ(line.at("name"), std::string("Naive") + kShape + "_" + expected[i].first);
    EXPECT_EQ(line.at("aggregate_name"), expected[i].first);
    EXPECT_EQ(line.at("aggregate_unit"), expected[i].first == "cv" ? "percentage" : "time");
    EXPECT_EQ(line.at("iterations"), 3);
    EXPECT_NEAR(line.at("real_time"), expected[i].second, 1e-9 * expected[i].second);
    EXPECT_NEAR(line.at("cpu_time"), expected[i].first == "cv" ? expected[i].second : expected[i].second / 2,
                1e-9 * expected[i].second);
    EXPECT_FALSE(line.contains("time_low"));
  }
}

TEST(JsonReport, AggregatesOnlyTheRoundsThatAreOk) {
  const std::string out = run_fake_cases({"rounds", "--benchmark_repetitions=3", "--benchmark_format=json"}).out;
  const std::vector<json> lines = entries(out, "FailsFirst");
  ASSERT_EQ(lines.size(), 7U);
  EXPECT_EQ(lines[0].at("status"), "failed");
  EXPECT_DOUBLE_EQ(lines[3].at("real_time"), 4e6);  // of 2 and 6 ms
  EXPECT_EQ(lines[3].at("iterations"), 2);
  EXPECT_EQ(entries(out, "SdpaCudnn").size(), 3U) << "no aggregate of nothing";
}

TEST(JsonReport, IsValidWithoutACaseThatIsOk) {
  const EndedProgram run = run_fake_cases({"none_ok", "--benchmark_format=json"});
  EXPECT_EQ(json::parse(run.out).at("benchmarks").size(), 1U);
  EXPECT_EQ(run.err, std::string(kFirstLine) + "1 unsupported\n");
}

TEST(JsonReport, IsValidWhenInterrupted) {
  const EndedProgram in_rounds =
      run_fake_cases({"interrupted", "--benchmark_format=json", "--benchmark_repetitions=2"});
  EXPECT_EQ(in_rounds.exit_code, 130);
  EXPECT_EQ(entries(in_rounds.out, "A").size(), 6U);
  EXPECT_EQ(entries(in_rounds.out, "B").size(), 1U);
  EXPECT_EQ(entries(in_rounds.out, "C").size(), 0U);
  EXPECT_THAT(in_rounds.err, HasSubstr("2 ok; interrupted, 1 of 3 cases not run"));
  const EndedProgram at_once = run_fake_cases({"interrupted_at_once", "--benchmark_format=json"});
  EXPECT_THAT(json::parse(at_once.out).at("benchmarks"), IsEmpty());
  EXPECT_THAT(at_once.err, HasSubstr("no case was run; interrupted, 3 of 3 cases not run"));
}

TEST(CsvReport, HasTheSameColumnsForEveryLine) {
  const EndedProgram run = run_fake_cases({"mixed", "--benchmark_format=csv"});
  const std::vector<std::string> lines = lines_of(run.out);
  ASSERT_EQ(lines.size(), 9U);
  EXPECT_THAT(lines[0], StartsWith("name,iterations,real_time,cpu_time,time_unit,bytes_per_second,items_per_second,"
                                   "label,error_occurred,error_message,time_low,"));
  const auto name = [](const char* variant) { return std::string("\"") + variant + kShape + "\""; };
  EXPECT_EQ(lines[1], name("SdpaCudnn") +
                          ",0,,,ns,,,,true,\"unsupported: a CPU has no cuDNN\",,,,,45,2e-07,16777216,unsupported,"
                          "\"math\",");
  EXPECT_EQ(lines[2], name("Naive") +
                          ",50,1500000,750000,ns,,,,,,1485000,1530000,500000000000,25000000000,45,2e-07,16777216,ok,"
                          "\"math\",");
  EXPECT_THAT(lines[6], HasSubstr("\"failed: a \"\"quote\"\",  [31m a  byte, \xEF\xBF\xBD and é\\\""));
}

TEST(StandardOutput, HasNothingButTheFormat) {
  for (const char* format : {"json", "csv"}) {
    const EndedProgram run =
        run_fake_cases({"mixed", std::string("--benchmark_format=") + format, "--seed=1", "--seed=2", "--v=3"});
    EXPECT_THAT(run.out, StartsWith(std::string(format) == "json" ? "{\n" : "name,"));
    EXPECT_THAT(run.out, Not(HasSubstr("2 ok, 1")));
    EXPECT_THAT(run.err, AllOf(HasSubstr(kFirstLine), HasSubstr("--seed was given 2 times"), HasSubstr("2 ok, 1")));
  }
}

TEST(OutputFile, TakesEveryFormatBesideEveryOther) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "report";
  for (const std::string display : {"console", "json", "csv"}) {
    const std::string alone = run_fake_cases({"none_ok", "--benchmark_format=" + display}).out;
    for (const std::string written : {"console", "json", "csv"}) {
      const EndedProgram run = run_fake_cases(
          {"none_ok", "--benchmark_format=" + display, "--benchmark_out=" + file, "--benchmark_out_format=" + written});
      EXPECT_EQ(run.exit_code, 0);
      // The JSON has the date.
      EXPECT_TRUE(display == "json" || run.out == alone) << "the file changes what is shown";
      const std::string text = text_of(file);
      if (written == "json")
        EXPECT_EQ(json::parse(text).at("benchmarks").size(), 1U);
      else
        EXPECT_EQ(text, run_fake_cases({"none_ok", "--benchmark_format=" + written}).out);
    }
  }
}

TEST(OutputFile, HasTheRoundsThatTheConsoleHides) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "report.json";
  const std::vector<std::string> line = {"rounds", "--benchmark_repetitions=3", "--benchmark_out=" + file};
  auto display_only = line;
  display_only.emplace_back("--benchmark_display_aggregates_only");
  run_fake_cases(display_only);
  EXPECT_EQ(entries(text_of(file), "Naive").size(), 7U);
  auto report_only = line;
  report_only.emplace_back("--benchmark_report_aggregates_only");
  run_fake_cases(report_only);
  EXPECT_EQ(entries(text_of(file), "Naive").size(), 4U);
}

TEST(OutputFile, ThatCannotBeWrittenIsRefusedBeforeAnythingRuns) {
  for (const auto& [file, reason] :
       std::vector<std::pair<std::string, std::string>>{{"/no/such/folder/report.json", "No such file or directory"},
                                                        {"/", "Is a directory"},
                                                        {"/dev/full", "No space left on device"}}) {
    const EndedProgram run = run_fake_cases({"mixed", "--benchmark_out=" + file});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_THAT(run.err, AllOf(HasSubstr("--benchmark_out=" + file), HasSubstr(reason)));
    EXPECT_THAT(run.out, IsEmpty());
  }
}

TEST(Environment, SetsGoogleBenchmarksFlags) {
  const EndedProgram run =
      run_fake_cases({"mixed"}, {"BENCHMARK_FORMAT=csv", "BENCHMARK_FILTER=^Naive/", "BENCHMARK_MIN_TIME=2s",
                                 "BENCHMARK_COUNTERS_TABULAR=true", "BENCHMARK_COLOR=auto"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(lines_of(run.out).size(), 2U);
}

TEST(Environment, WithABadValueIsRefused) {
  const EndedProgram run = run_fake_cases({"mixed"}, {"BENCHMARK_FORMAT=xml"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("BENCHMARK_FORMAT=xml"));
}

TEST(Locale, WithADecimalCommaChangesNothing) {
  for (const char* format : {"console", "csv"}) {
    const std::vector<std::string> line = {"mixed", std::string("--benchmark_format=") + format};
    EXPECT_EQ(run_fake_cases(line, {"FAKE_COMMA_LOCALE=1"}).out, run_fake_cases(line).out);
  }
  const EndedProgram run = run_fake_cases({"mixed", "--benchmark_format=json"}, {"FAKE_COMMA_LOCALE=1"});
  EXPECT_DOUBLE_EQ(entries(run.out, "Naive").at(0).at("real_time"), 1.5e6);
  EXPECT_EQ(entries(run.out, "NaiveInplace").at(0).at("iterations"), 3000);
}

}  // namespace
}  // namespace attn
