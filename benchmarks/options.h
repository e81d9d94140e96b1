#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "benchmarks/external/kernel_request.h"
#include "benchmarks/profile_settings.h"
#include "benchmarks/sampling_rule.h"
#include "fixtures/sweep.h"
#include "results/record.h"

namespace attn {

/// Google Benchmark's own flags, as they are to reach it. Those that the sampler takes over (min_time, min_warmup_time)
/// are in SamplingRule; those that can't be had here were refused by the parser with the reason.
struct GoogleBenchmarkFlags {
  std::string filter;  ///< POSIX extended regular expression, searched; a leading '-' means those without a match
  bool list_tests = false;
  int64_t repetitions = 1;         ///< rounds
  std::string format = "console";  ///< "console", "json", "csv": standard output
  std::string out;                 ///< file, or empty
  std::string out_format = "json";
  bool report_aggregates_only = false;
  bool display_aggregates_only = false;
  std::string color = "auto";
  std::string time_unit;  ///< "ns", "us", "ms", "s", or empty: chosen for each figure by the console, ns elsewhere
  std::map<std::string, std::string> context;
  int64_t verbosity = 0;
};

/// attn_bench's own version.
inline constexpr std::string_view kAttnBenchVersion = "0.1.0";

enum class CacheChoice { kCold, kHot, kBoth };
enum class CompileChoice { kNone, kStatic, kDynamic };
enum class LaunchChoice { kEager, kGraph, kBoth };

/// --guess: what a person expects a forward of the variant to launch.
struct Guess {
  std::string variant;
  int64_t launches = 0;
};

/// The command line, checked.
struct Options {
  SweepRequest sweep;
  std::string device = "auto";    ///< "auto", "cpu", "cuda", "cuda:N"
  std::vector<std::string> plan;  ///< cards to plan for ("a100", "sm_89") instead of measuring; each once
  std::optional<int64_t> threads;
  SamplingRule sampling;
  std::optional<CacheChoice> cache;  ///< nothing: the device's default (a GPU: cold)
  LaunchChoice launch = LaunchChoice::kEager;
  uint64_t seed = 0;
  int64_t processes = 1;
  bool keep_memory = true;
  std::optional<std::filesystem::path> out;
  bool launches = false;       ///< show each launch
  std::vector<Guess> guesses;  ///< at most one a variant
  ProfileSettings profile;     ///< --profile, --table, --trace
  bool strict = false;         ///< a wrong guess is a bad answer
  bool guess_plan = false;     ///< --guess=plan: what the plan for this very GPU says is the guess
  CompileChoice compile = CompileChoice::kNone;
  KernelOptions external;  ///< --kernel and its companions
  bool fit = false;        ///< find the largest sequence length that fits the card
  GoogleBenchmarkFlags google;
  std::string child_run_id;  ///< hidden --child_run_id: this is one of the processes of --processes
  int64_t passes = 1;        ///< hidden --passes: go over the whole sweep so often, for a part of each case's time
  bool stood_in = false;  ///< hidden --stood_in: this process is to run on the stand-in GPU, for the one card of plan

  bool unmeasured = false;  ///< hidden --unmeasured: look into cases without timing them, as a stand-in GPU allows

  std::vector<std::string> notices;  ///< lines to tell the user ("--seq_len given twice, the last one counts")
  Facts given;                       ///< the options that were given, for runs.csv
};

/// What to do instead of running: --help, --version.
struct PrintAndExit {
  std::string text;
};

/// Reads the command line and the environment variables that Google Benchmark reads (BENCHMARK_FILTER, …; the command
/// line wins). Throws BadRequest (unknown flag with near names, bad value with what is allowed, a bad regular
/// expression, a flag of Google Benchmark that can't be had here with the reason) or PrintAndExit.
Options parse_options(int argc, const char* const* argv);

/// Ours and Google Benchmark's, grouped; fits a screen of 80 columns.
std::string help_text();

}  // namespace attn
