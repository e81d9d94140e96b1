#include "benchmarks/options.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include "benchmarks/option_declarations.h"
#include "tests/benchmarks/parse_line.h"

namespace attn {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

/// Sets an environment variable for the length of a test.
class Environment {
 public:
  Environment(std::string name, const std::string& value) : name_(std::move(name)) {
    setenv(name_.c_str(), value.c_str(), 1);
  }
  ~Environment() { unsetenv(name_.c_str()); }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  std::string name_;
};

TEST(Options, HasTheDesignsDefaultsWhenNothingIsGiven) {
  const Options options = parse_line({});
  EXPECT_EQ(options.device, "auto");
  EXPECT_EQ(options.sampling.min_time_s, 0.3);
  EXPECT_EQ(options.sampling.max_time_s, 2);
  EXPECT_EQ(options.sampling.max_noise, 0.01);
  EXPECT_EQ(options.sampling.min_samples, 10);
  EXPECT_EQ(options.google.repetitions, 1);
  EXPECT_EQ(options.launch, LaunchChoice::kEager);
  EXPECT_FALSE(options.threads || options.cache || options.out || options.sweep.batch);
  EXPECT_TRUE(options.keep_memory);
  EXPECT_THAT(options.given, IsEmpty());
  EXPECT_THAT(options.notices, IsEmpty());
}

TEST(Options, ReadsTheSweepAsItIsGiven) {
  const Options options =
      parse_line({"--batch=1,8", "--q_heads=8", "--kv_heads=2", "--seq_len=128:4096:x2", "--head_dim=64",
                  "--dtype=bf16", "--mask=causal", "--q_len=1", "--kv_len=9", "--shapes=gqa"});
  EXPECT_EQ(options.sweep.batch, "1,8");
  EXPECT_EQ(options.sweep.q_heads, "8");
  EXPECT_EQ(options.sweep.kv_heads, "2");
  EXPECT_EQ(options.sweep.seq_len, "128:4096:x2");
  EXPECT_EQ(options.sweep.head_dim, "64");
  EXPECT_EQ(options.sweep.dtype, "bf16");
  EXPECT_EQ(options.sweep.mask, "causal");
  EXPECT_EQ(options.sweep.q_len, "1");
  EXPECT_EQ(options.sweep.kv_len, "9");
  EXPECT_EQ(options.sweep.shapes, "gqa");
}

TEST(Options, ReadsWhereAndHowToMeasure) {
  const Options options = parse_line(
      {"--device=cuda:3", "--threads=4", "--benchmark_min_time=0.5s", "--benchmark_min_warmup_time=0", "--max_time_s=5",
       "--max_noise=0.05", "--min_samples=20", "--cache=both", "--launch=graph", "--seed=18446744073709551615",
       "--processes=1000", "--keep_memory=off", "--out=results", "--child_run_id=x1"});
  EXPECT_EQ(options.device, "cuda:3");
  EXPECT_EQ(options.threads, 4);
  EXPECT_EQ(options.sampling.min_time_s, 0.5);
  EXPECT_EQ(options.sampling.warmup_time_s, 0);
  EXPECT_EQ(options.sampling.max_time_s, 5);
  EXPECT_EQ(options.sampling.max_noise, 0.05);
  EXPECT_EQ(options.sampling.min_samples, 20);
  EXPECT_EQ(options.cache, CacheChoice::kBoth);
  EXPECT_EQ(options.launch, LaunchChoice::kGraph);
  EXPECT_EQ(options.seed, 18446744073709551615U);
  EXPECT_EQ(options.processes, 1000);
  EXPECT_FALSE(options.keep_memory);
  EXPECT_EQ(options.out, "results");
  EXPECT_EQ(options.child_run_id, "x1");
}

TEST(Options, ReadsGoogleBenchmarksFlags) {
  const Options options = parse_line({"--benchmark_list_tests", "--benchmark_filter=-Sdpa", "--benchmark_repetitions=3",
                                      "--benchmark_format=json", "--benchmark_out=o.csv", "--benchmark_out_format=csv",
                                      "--benchmark_report_aggregates_only=yes", "--benchmark_display_aggregates_only=t",
                                      "--benchmark_color=no", "--benchmark_time_unit=us", "--v=2",
                                      "--benchmark_counters_tabular=true", "--benchmark_context=a=1,b=2"});
  const GoogleBenchmarkFlags& google = options.google;
  EXPECT_TRUE(google.list_tests && google.report_aggregates_only && google.display_aggregates_only);
  EXPECT_EQ(google.filter, "-Sdpa");
  EXPECT_EQ(google.repetitions, 3);
  EXPECT_EQ(google.format, "json");
  EXPECT_EQ(google.out, "o.csv");
  EXPECT_EQ(google.out_format, "csv");
  EXPECT_EQ(google.color, "false");
  EXPECT_EQ(google.time_unit, "us");
  EXPECT_EQ(google.verbosity, 2);
  EXPECT_THAT(google.context, ElementsAre(Pair("a", "1"), Pair("b", "2")));
}

TEST(Options, TakesAnEmptyValueForEmptyAndNotTheNextArgument) {
  const Options options = parse_line({"--benchmark_out=", "--benchmark_filter=", "--seed=7"});
  EXPECT_EQ(options.google.out, "");
  EXPECT_EQ(options.google.filter, "");
  EXPECT_EQ(options.seed, 7U);
  EXPECT_THAT(refusal_of({"--out=", "--seed=7"}), HasSubstr("--out="));
}

TEST(Options, RefusesAnEmptyValueWhereNoneNeedBeGiven) {
  EXPECT_THAT(refusal_of({"--table="}),
              HasSubstr("--table=: its value is missing; allowed are --table and --table=ROWS"));
  EXPECT_EQ(parse_line({"--table"}).profile.table_rows, 15U);
}

TEST(Options, CountsTheLastOfAFlagGivenTwiceAndSaysSo) {
  const Options options = parse_line({"--seq_len=128", "--seed=3", "--seq_len=256"});
  EXPECT_EQ(options.sweep.seq_len, "256");
  EXPECT_THAT(options.notices, ElementsAre("--seq_len was given 2 times; the last one counts: 256"));
  EXPECT_THAT(options.given, ElementsAre(Pair("--seq_len", "256"), Pair("--seed", "3")));
}

TEST(Options, AddsUpTheContextAsGoogleBenchmarkDoes) {
  const Options options = parse_line({"--benchmark_context=a=1", "--benchmark_context=b=2"});
  EXPECT_THAT(options.google.context, ElementsAre(Pair("a", "1"), Pair("b", "2")));
  EXPECT_THAT(options.notices, IsEmpty());
  EXPECT_THAT(refusal_of({"--benchmark_context=a=1", "--benchmark_context=a=2"}), HasSubstr("only once"));
}

TEST(Options, SaysWhenTheLeastTimeCannotBeReached) {
  EXPECT_THAT(parse_line({"--benchmark_min_time=5"}).notices, ElementsAre(HasSubstr("--max_time_s=2 wins")));
}

TEST(Options, ReadsTheEnvironmentVariablesOfGoogleBenchmark) {
  const Environment filter("BENCHMARK_FILTER", "Naive");
  const Environment repetitions("BENCHMARK_REPETITIONS", "4");
  const Environment time("BENCHMARK_MIN_TIME", "0.1s");
  const Environment list("BENCHMARK_LIST_TESTS", "1");
  const Environment verbosity("V", "1");
  const Options options = parse_line({"--benchmark_repetitions=2"});
  EXPECT_EQ(options.google.filter, "Naive");
  EXPECT_EQ(options.google.repetitions, 2) << "the command line wins";
  EXPECT_EQ(options.sampling.min_time_s, 0.1);
  EXPECT_TRUE(options.google.list_tests);
  EXPECT_EQ(options.google.verbosity, 1);
  EXPECT_THAT(options.notices, IsEmpty());
  EXPECT_THAT(options.given, testing::Contains(Pair("--benchmark_filter", "Naive")));
}

TEST(Options, ReadsTheVariableOfEveryFlagOfGoogleBenchmarkAndOfNoOther) {
  for (const OptionDeclaration& option : option_declarations()) {
    const std::string variable = environment_variable(option);
    EXPECT_EQ(variable.empty(), !option.name.starts_with("--benchmark_") && option.name != "--v") << option.name;
    if (variable.empty() || option.name == "--benchmark_counters_tabular") continue;
    const Environment set(variable, "%[%");
    if (option.name == "--benchmark_out")
      EXPECT_EQ(parse_line({}).google.out, "%[%");
    else
      EXPECT_THAT(refusal_of({}), HasSubstr(variable == "BENCHMARK_FILTER" ? "--benchmark_filter" : variable));
  }
}

TEST(Options, DoesNotReadItsOwnFlagsFromTheEnvironment) {
  const Environment threads("THREADS", "3");
  EXPECT_FALSE(parse_line({}).threads.has_value());
}

struct BadLine {
  std::string argument;
  std::string allowed;
};

TEST(Options, RefusesABadValueAndSaysWhatIsAllowed) {
  const std::vector<BadLine> lines = {
      {"--threads=0", "from 1"},
      {"--threads=1e9", "from 1"},
      {"--processes=1001", "from 1 to 1000"},
      {"--benchmark_repetitions=abc", "from 1"},
      {"--benchmark_repetitions=0", "from 1"},
      {"--max_noise=1", "between 0 and 1"},
      {"--max_noise=0", "between 0 and 1"},
      {"--max_time_s=0", "above 0"},
      {"--max_time_s=inf", "above 0"},
      {"--benchmark_min_time=-1", "0 or more"},
      {"--benchmark_min_time=nan", "0 or more"},
      {"--benchmark_min_time=s", "0 or more"},
      {"--benchmark_min_time=100x", "0.5s"},
      {"--benchmark_min_warmup_time=-0.1", "0 or more"},
      {"--min_samples=0", "from 1"},
      {"--seed=-1", "from 0"},
      {"--cache=warm", "cold, hot, both"},
      {"--launch=lazy", "eager, graph, both"},
      {"--keep_memory=maybe", "true, yes, on"},
      {"--device=gpu", "auto, cpu, cuda or cuda:N"},
      {"--device=cuda:", "cuda:N"},
      {"--device=cuda:-1", "cuda:N"},
      {"--device=cuda:12345678901234567890", "cuda:N"},
      {"--benchmark_format=xml", "console, json, csv"},
      {"--benchmark_out_format=xml", "console, json, csv"},
      {"--benchmark_color=blue", "true, yes"},
      {"--benchmark_time_unit=min", "ns, us, ms, s"},
      {"--benchmark_list_tests=perhaps", "true, yes"},
      {"--benchmark_context=a", "key=value"},
      {"--v=loud", "a whole number"},
      {"--benchmark_filter=[", "regular expression"},
      {"--benchmark_counters_tabular=9", "true, yes"},
  };
  for (const auto& [argument, allowed] : lines)
    EXPECT_THAT(refusal_of({argument}), AllOf(HasSubstr(argument), HasSubstr(allowed)));
}

TEST(Options, RefusesTheFlagsThatCannotBeHadWithTheReason) {
  EXPECT_THAT(refusal_of({"--benchmark_enable_random_interleaving"}), HasSubstr("interleaved anyway"));
  EXPECT_THAT(refusal_of({"--benchmark_dry_run=true"}), HasSubstr("no measurement"));
  EXPECT_THAT(refusal_of({"--benchmark_perf_counters=CYCLES"}), HasSubstr("counters"));
}

TEST(Options, TakesTheFlagsThatCannotBeHadWhenTheyAskForNothing) {
  EXPECT_NO_THROW(parse_line(
      {"--benchmark_enable_random_interleaving=false", "--benchmark_dry_run=0", "--benchmark_perf_counters="}));
}

TEST(Options, RefusesAnUnknownFlagWithNearNames) {
  EXPECT_THAT(refusal_of({"--seqlen=128"}), AllOf(HasSubstr("--seqlen: no such flag"), HasSubstr("--seq_len")));
  EXPECT_THAT(refusal_of({"--benchmark_filtre=x"}), HasSubstr("--benchmark_filter"));
  EXPECT_THAT(refusal_of({"-x"}), HasSubstr("-x: no such flag"));
}

TEST(Options, RefusesAnArgumentThatIsNoFlag) {
  EXPECT_THAT(refusal_of({"Naive"}), HasSubstr("Naive: not a flag"));
  EXPECT_THAT(refusal_of({"--benchmark_list_tests", "true"}), HasSubstr("true: not a flag"));
}

TEST(Options, RefusesAFlagWhoseValueIsMissing) {
  EXPECT_THAT(refusal_of({"--out"}), AllOf(HasSubstr("missing"), HasSubstr("--out")));
  EXPECT_THAT(refusal_of({"--out", "--seed=1"}), AllOf(HasSubstr("--out"), HasSubstr("missing")));
}

TEST(Options, PrintsTheVersionAndEnds) {
  try {
    parse_line({"--version"});
    FAIL() << "no PrintAndExit";
  } catch (const PrintAndExit& print) {
    EXPECT_THAT(print.text, testing::MatchesRegex("attn_bench [0-9]+\\.[0-9]+\\.[0-9]+\n"));
  }
}

TEST(Options, ReadsAPlanEachCardOnce) {
  EXPECT_THAT(parse_line({"--plan=a100,h100,a100,sm_89"}).plan, ElementsAre("a100", "h100", "sm_89"));
  EXPECT_THAT(refusal_of({"--plan="}), HasSubstr("--plan="));
  EXPECT_THAT(refusal_of({"--plan=a100,,h100"}), HasSubstr("a list without empty places"));
}

TEST(Options, RefusesBesideAPlanWhatAPlanHasNoUseFor) {
  EXPECT_THAT(refusal_of({"--plan=a100", "--device=cpu"}), HasSubstr("--device=cpu beside --plan"));
  EXPECT_THAT(refusal_of({"--plan=a100", "--processes=5"}),
              HasSubstr("--processes=5 beside --plan: a plan has no times"));
  EXPECT_THAT(refusal_of({"--plan=a100", "--benchmark_format=json"}),
              HasSubstr("--benchmark_format=json beside --plan"));
  EXPECT_THAT(parse_line({"--plan=a100", "--benchmark_filter=Naive", "--out=x", "--seq_len=8"}).plan,
              ElementsAre("a100"));
}

TEST(Options, ReadsGuesses) {
  const Options options = parse_line({"--guess=Naive:5,SdpaMath:20"});
  ASSERT_EQ(options.guesses.size(), 2);
  EXPECT_EQ(options.guesses[0].variant, "Naive");
  EXPECT_EQ(options.guesses[0].launches, 5);
  EXPECT_EQ(options.guesses[1].launches, 20);
}

TEST(Options, RefusesWhatIsNoGuess) {
  for (const char* guess : {"--guess=Naive", "--guess=Naive:", "--guess=:5", "--guess=Naive:-1", "--guess=Naive:x",
                            "--guess=Naive:5,", "--guess="}) {
    EXPECT_THAT(refusal_of({guess}), HasSubstr(guess)) << guess;
  }
  EXPECT_THAT(refusal_of({"--guess=Naive:5,Naive:6"}), HasSubstr("one guess for Naive"));
}

TEST(Options, RefusesFitWithoutAPlanAndLaunchesInSeveralProcesses) {
  EXPECT_THAT(refusal_of({"--fit"}), HasSubstr("--plan=a100"));
  EXPECT_THAT(refusal_of({"--launches", "--processes=5"}), HasSubstr("--launches beside --processes=5"));
  EXPECT_THAT(refusal_of({"--strict"}), HasSubstr("--guess=Naive:5"));
}

}  // namespace
}  // namespace attn
