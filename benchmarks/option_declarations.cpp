#include "benchmarks/option_declarations.h"

#include <algorithm>
#include <cctype>
#include <limits>

#include "benchmarks/external/read_kernels.h"
#include "benchmarks/option_reading.h"
#include "benchmarks/read_observing.h"
#include "results/bad_request.h"
#include "results/csv.h"

namespace attn {
namespace {

using List = std::vector<OptionDeclaration>;

void add(List& list, OptionGroup group, std::string name, std::string value_hint, std::string help,
         OptionReading reading) {
  list.push_back({group, std::move(name), std::move(value_hint), std::move(help), std::move(reading.apply),
                  std::move(reading.default_text)});
}

// from_chars would take 1e400 for out of range and "nan" for a number: read_number refuses both before this is asked.
bool not_negative(double value) {
  return value >= 0;
}
const std::vector<std::string_view> kFormats = {"console", "json", "csv"};
constexpr auto kSeconds = "a number of seconds, 0 or more,";

void read_min_time(Options& options, GivenValue given) {
  const std::string& all = given.text;
  if (all.size() > 1 && all.back() == 'x' && std::isdigit(static_cast<unsigned char>(all.front())) != 0)
    refuse(given, "a time such as 0.5 or 0.5s (how often a forward runs is decided by its noise, see --max_noise)");
  if (all.size() > 1 && all.back() == 's') given.text.pop_back();
  options.sampling.min_time_s = read_number(given, not_negative, kSeconds);
}

/// "auto", "cpu", "cuda" or "cuda:N".
void read_device(Options& options, const GivenValue& given) {
  const std::string& device = given.text;
  const bool numbered = device.starts_with("cuda:") && device.size() > 5 && device.size() <= 5 + 4 &&
                        std::all_of(device.begin() + 5, device.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!numbered && device != "auto" && device != "cpu" && device != "cuda") refuse(given, "auto, cpu, cuda or cuda:N");
  options.device = device;
}

void read_cache(Options& options, const GivenValue& given) {
  const std::string word = read_choice(given, std::vector<std::string_view>{"cold", "hot", "both"});
  options.cache = word == "cold" ? CacheChoice::kCold : word == "hot" ? CacheChoice::kHot : CacheChoice::kBoth;
}

void read_launch(Options& options, const GivenValue& given) {
  const std::string word = read_choice(given, std::vector<std::string_view>{"eager", "graph", "both"});
  options.launch = word == "graph" ? LaunchChoice::kGraph : word == "both" ? LaunchChoice::kBoth : LaunchChoice::kEager;
}

/// "true": given without a value.
void read_compile(Options& options, const GivenValue& given) {
  const std::string word = read_choice(given, std::vector<std::string_view>{"static", "dynamic", "true", "false"});
  options.compile = word == "dynamic" ? CompileChoice::kDynamic
                    : word == "false" ? CompileChoice::kNone
                                      : CompileChoice::kStatic;
}

void read_color(Options& options, const GivenValue& given) {
  if (given.text == "auto")
    options.google.color = "auto";
  else
    options.google.color = !given.text.empty() && read_boolean(given) ? "true" : "false";
}

/// A boolean of Google Benchmark's that is off here for good.
OptionReading refused_boolean(std::string reason) {
  return {[=](Options&, const GivenValue& given) {
            if (read_boolean(given)) throw BadRequest(fmt::format("{}: not to be had here: {}", given.source, reason));
          },
          ""};
}

void add_sweep(List& list) {
  const auto axis = [&](const char* name, const char* hint, const char* help, auto member) {
    add(list, OptionGroup::kSweep, name, hint, help, text(member));
  };
  const char* extent = "as in the default set, unless given";
  axis(
      "--batch", "LIST", extent, [](Options & o) -> auto& { return o.sweep.batch; });
  axis(
      "--q_heads", "LIST", extent, [](Options & o) -> auto& { return o.sweep.q_heads; });
  axis(
      "--kv_heads", "LIST", extent, [](Options & o) -> auto& { return o.sweep.kv_heads; });
  axis(
      "--q_len", "LIST", extent, [](Options & o) -> auto& { return o.sweep.q_len; });
  axis(
      "--kv_len", "LIST", extent, [](Options & o) -> auto& { return o.sweep.kv_len; });
  axis(
      "--head_dim", "LIST", extent, [](Options & o) -> auto& { return o.sweep.head_dim; });
  axis(
      "--seq_len", "LIST", "q_len and kv_len at once", [](Options & o) -> auto& { return o.sweep.seq_len; });
  axis(
      "--dtype", "LIST", "of fp64, fp32, bf16, fp16", [](Options & o) -> auto& { return o.sweep.dtype; });
  axis(
      "--mask", "LIST", "of none, causal, causal_bottom_right", [](Options & o) -> auto& { return o.sweep.mask; });
  axis(
      "--shapes", "NAME|FILE.csv", "quick article scaling gqa decode",
      [](Options & o) -> auto& { return o.sweep.shapes; });
}

void add_where(List& list) {
  const auto group = OptionGroup::kWhere;
  add(list, group, "--device", "auto|cpu|cuda[:N]", "auto: CPU only if no GPU is there",
      {read_device, Options().device});
  add(list, group, "--plan", "GPU,...", "what an a100, h100, sm_89 would launch", {read_plan, ""});
  add(list, group, "--launch", "eager|graph|both", "op by op or as a CUDA graph", {read_launch, "eager"});
  add(list, group, "--threads", "N", "threads of one op; else LibTorch chooses",
      whole_number(
          [](Options & o) -> auto& { return o.threads; }, 1, 4096));
}

void add_variants(List& list) {
  const auto group = OptionGroup::kVariants;
  add(list, group, "--compile", "[=static|dynamic]", "compiled variants too, by Inductor", {read_compile, ""});
  add(list, group, "--kernel", "NAME=PATH[:OP]", "a library of ops as variant NAME", {read_kernel, ""});
  list.back().adds_up = true;
  add(list, group, "--kernel_layout", "bhsd|bshd|varlen", "else by its op's arguments", {read_kernel_layout, ""});
  list.back().adds_up = true;
  add(list, group, "--kernel_arg", "ARGUMENT=VALUE", "what its op is given besides", {read_kernel_argument, ""});
  list.back().adds_up = true;
  add(list, group, "--include_layout", "", "time the change of layout too",
      boolean([](Options & o) -> auto& { return o.external.include_layout; }));
  add(list, group, "--kernel_timeout_s", "S", "ends a kernel that hangs, s",
      number(
          [](Options & o) -> auto& { return o.external.timeout_s; }, [](double v) { return v > 0; },
          "a number of seconds above 0"));
}

void add_sampling(List& list) {
  const auto group = OptionGroup::kSampling;
  add(list, group, "--benchmark_min_time", "S", "least sum of a case's forwards, s",
      {read_min_time, fmt::to_string(SamplingRule().min_time_s)});
  add(list, group, "--benchmark_min_warmup_time", "S", "least warm-up of a case, s",
      number(
          [](Options & o) -> auto& { return o.sampling.warmup_time_s; }, not_negative, kSeconds));
  add(list, group, "--max_time_s", "S", "most of a case's sampling, s; wins",
      number(
          [](Options & o) -> auto& { return o.sampling.max_time_s; }, [](double v) { return v > 0; },
          "a number of seconds above 0"));
  add(list, group, "--max_noise", "F", "stop at this relative half-width",
      number(
          [](Options & o) -> auto& { return o.sampling.max_noise; }, [](double v) { return v > 0 && v < 1; },
          "a fraction between 0 and 1"));
  add(list, group, "--min_samples", "N", "least number of samples of a case",
      whole_number(
          [](Options & o) -> auto& { return o.sampling.min_samples; }, 1, 1'000'000));
  add(list, group, "--benchmark_repetitions", "N", "rounds, then mean, median, cv ...",
      whole_number(
          [](Options & o) -> auto& { return o.google.repetitions; }, 1, 1'000'000));
  add(list, group, "--processes", "N", "the sweep in N fresh processes",
      whole_number(
          [](Options & o) -> auto& { return o.processes; }, 1, 1000));
  add(list, group, "--cache", "cold|hot|both", "a GPU's L2 flushed or not; else cold", {read_cache, ""});
  add(list, group, "--seed", "N", "of the inputs and the order",
      {[](Options& o, const GivenValue& given) { o.seed = read_unsigned(given); }, fmt::to_string(Options().seed)});
  add(list, group, "--keep_memory", "on|off", "keep memory freed on the CPU",
      {[](Options& o, const GivenValue& given) { o.keep_memory = !given.text.empty() && read_boolean(given); },
       Options().keep_memory ? "on" : "off"});
}

void add_keep_and_show(List& list) {
  const auto group = OptionGroup::kKeepAndShow;
  add(list, group, "--out", "DIR", "append runs.csv results.csv ... to DIR",
      text([](Options & o) -> auto& { return o.out; }));
  add(list, group, "--launches", "", "each launch, by a GPU or a plan",
      boolean([](Options & o) -> auto& { return o.launches; }));
  add(list, group, "--profile", "", "time by op and kernel, idle GPU share",
      {[](Options& o, const GivenValue& given) { o.profile.wanted = read_boolean(given) || o.profile.wanted; }, ""});
  add(list, group, "--schedule", "WAIT,WARMUP,ACTIVE", "forwards: ACTIVE are kept", {read_schedule, "1,1,3"});
  add(list, group, "--table", "[=ROWS]", "the profiler's: an op or kernel a line", {read_table, ""});
  add(list, group, "--table_by", "COLUMN", "self_cpu_time, calls; else GPU time",
      {[](Options& o, const GivenValue& given) { o.profile.table_by = table_column_named(given.text, given.source); },
       ""});
  add(list, group, "--trace", "DIR", "a Chrome trace a case into DIR", {read_trace, ""});
  add(list, group, "--guess", "VARIANT:N,...|plan", "launches you expect; says what was not", {read_guesses, ""});
  add(list, group, "--strict", "", "ends with 1 when a guess was wrong",
      boolean([](Options & o) -> auto& { return o.strict; }));
  add(list, group, "--fit", "", "longest sequence that fits that GPU",
      boolean([](Options & o) -> auto& { return o.fit; }));
  const OptionReading done_by_the_parser = {[](Options&, const GivenValue&) {}, ""};
  add(list, group, "--help", "", "print and end", done_by_the_parser);
  add(list, group, "--version", "", "print and end", done_by_the_parser);
}

void add_google_benchmark_output(List& list) {
  const auto group = OptionGroup::kGoogleBenchmark;
  add(list, group, "--benchmark_list_tests", "", "print the names of the cases and end",
      boolean([](Options & o) -> auto& { return o.google.list_tests; }));
  add(list, group, "--benchmark_filter", "REGEX", "cases to run; -REGEX: all others",
      {[](Options& o, const GivenValue& given) { o.google.filter = given.text; }, ""});
  add(list, group, "--benchmark_format", "console|json|csv", "of the report",
      choice(
          [](Options & o) -> auto& { return o.google.format; }, kFormats));
  add(list, group, "--benchmark_out", "FILE", "write the report there too",
      {[](Options& o, const GivenValue& given) { o.google.out = given.text; }, ""});
}

void add_google_benchmark_rest(List& list) {
  const auto group = OptionGroup::kGoogleBenchmarkRest;
  add(list, group, "--benchmark_out_format", "console|json|csv", "of FILE",
      choice(
          [](Options & o) -> auto& { return o.google.out_format; }, kFormats));
  add(list, group, "--benchmark_color", "auto|true|false", "auto: on a terminal",
      {read_color, GoogleBenchmarkFlags().color});
  add(list, group, "--benchmark_time_unit", "ns|us|ms|s", "else what reads best; in files ns",
      {[](Options& o, const GivenValue& given) {
         const std::vector<std::string_view> units = {"ns", "us", "ms", "s"};
         o.google.time_unit = given.text.empty() ? "" : read_choice(given, units);
       },
       ""});
  add(list, group, "--v", "N", "verbosity of Google Benchmark",
      whole_number(
          [](Options & o) -> auto& { return o.google.verbosity; }, std::numeric_limits<int32_t>::min(),
          std::numeric_limits<int32_t>::max()));
  add(list, group, "--benchmark_report_aggregates_only", "", "no single rounds",
      boolean([](Options & o) -> auto& { return o.google.report_aggregates_only; }));
  add(list, group, "--benchmark_display_aggregates_only", "", "but FILE has all rounds",
      boolean([](Options & o) -> auto& { return o.google.display_aggregates_only; }));
  add(list, group, "--benchmark_context", "KEY=VALUE,...", "into the JSON's context",
      {[](Options& o, const GivenValue& given) { add_pairs(given, o.google.context); }, ""});
  list.back().adds_up = true;
  add(list, group, "--benchmark_counters_tabular", "", "no effect: the table always is",
      {[](Options&, const GivenValue& given) { read_boolean(given); }, ""});
}

void add_google_benchmark_refused(List& list) {
  const auto group = OptionGroup::kGoogleBenchmarkRest;
  const char* help = "refused, with the reason";
  add(list, group, "--benchmark_dry_run", "", help,
      refused_boolean("one forward is no measurement; --max_time_s=0.001 takes the least samples of each case, "
                      "--benchmark_list_tests runs nothing"));
  add(list, group, "--benchmark_enable_random_interleaving", "", help,
      refused_boolean("the variants of a shape are interleaved anyway, in an order drawn from --seed"));
  add(list, group, "--benchmark_perf_counters", "LIST", help,
      {[](Options&, const GivenValue& given) {
         if (!given.text.empty())
           throw BadRequest(fmt::format(
               "{}={}: not to be had here: the counters would cover the library's loop, which is empty because "
               "attn_bench times the forwards itself",
               given.source, given.text));
       },
       ""});
}

}  // namespace

std::vector<OptionDeclaration> option_declarations() {
  List list;
  add_sweep(list);
  add_where(list);
  add_variants(list);
  add_sampling(list);
  add_keep_and_show(list);
  add_google_benchmark_output(list);
  add_google_benchmark_rest(list);
  add_google_benchmark_refused(list);
  add(list, OptionGroup::kHidden, "--child_run_id", "ID", "this is one of the processes of --processes",
      text([](Options & o) -> auto& { return o.child_run_id; }));
  add(list, OptionGroup::kHidden, "--passes", "N", "over the whole sweep, for a part of the time each",
      whole_number(
          [](Options & o) -> auto& { return o.passes; }, 1, 100));
  add(list, OptionGroup::kHidden, "--unmeasured", "",
      "look into cases without timing them, for tests on a stand-in GPU",
      boolean([](Options & o) -> auto& { return o.unmeasured; }));
  add(list, OptionGroup::kHidden, "--kernel_process", "NAME", "this process serves that kernel",
      text([](Options & o) -> auto& { return o.external.process; }));
  add(list, OptionGroup::kHidden, "--stood_in", "", "this process runs on the stand-in GPU",
      boolean([](Options & o) -> auto& { return o.stood_in; }));
  return list;
}

std::string environment_variable(const OptionDeclaration& option) {
  if (!option.name.starts_with("--benchmark_") && option.name != "--v") return "";
  std::string variable = option.name.substr(2);
  std::ranges::transform(variable, variable.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return variable;
}

}  // namespace attn
