#include "benchmarks/google_benchmark.h"

#include <benchmark/benchmark.h>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "benchmarks/aggregate_line.h"
#include "benchmarks/report_writer.h"
#include "benchmarks/run_summary.h"
#include "benchmarks/terminal_color.h"
#include "results/bad_request.h"

// How our own sampler lives inside Google Benchmark: its loop is empty and passed once a repetition, the figures travel
// as counters so that the library computes the aggregates, and one reporter of ours writes all outputs. Its own skips
// with an error are not used: in a mixed set of repetitions it reads an uninitialised pointer.

namespace attn {
namespace {

using Json = nlohmann::ordered_json;
using Rounds = std::vector<ReportLine>;
using Context = benchmark::BenchmarkReporter::Context;

/// How the installed library was built is seen nowhere but in its own JSON.
std::string library_build_type(const Context& context) {
  std::ostringstream text;
  benchmark::JSONReporter reporter;
  reporter.SetOutputStream(&text);
  reporter.ReportContext(context);
  const std::string key = "\"library_build_type\": \"";
  const std::string json = text.str();
  const size_t at = json.find(key);
  if (at == std::string::npos) return "unknown";
  const size_t begin = at + key.size();
  return json.substr(begin, json.find('"', begin) - begin);
}

std::string local_time() {
  std::string text = fmt::format("{:%Y-%m-%dT%H:%M:%S%z}", fmt::localtime(std::time(nullptr)));
  return text.insert(text.size() - 2, ":");
}

Json caches(const benchmark::CPUInfo& cpu) {
  Json list = Json::array();
  for (const auto& cache : cpu.caches)
    list.push_back(
        {{"type", cache.type}, {"level", cache.level}, {"size", cache.size}, {"num_sharing", cache.num_sharing}});
  return list;
}

/// The JSON's "context": Google Benchmark's keys, the run's facts, then --benchmark_context.
Json make_context(const ReportSetup& setup, const GoogleBenchmarkFlags& flags) {
  const Context machine;
  const benchmark::CPUInfo& cpu = machine.cpu_info;
  Json context;
  context["date"] = local_time();
  context["host_name"] = machine.sys_info.name;
  context["executable"] = "attn_bench";
  context["num_cpus"] = cpu.num_cpus;
  context["mhz_per_cpu"] = std::lround(cpu.cycles_per_second / 1e6);
  if (cpu.scaling != benchmark::CPUInfo::UNKNOWN)
    context["cpu_scaling_enabled"] = cpu.scaling == benchmark::CPUInfo::ENABLED;
  context["caches"] = caches(cpu);
  context["load_avg"] = cpu.load_avg;
  context["library_build_type"] = library_build_type(machine);
  for (const auto& [key, value] : setup.context) context[key] = value;
  for (const auto& [key, value] : flags.context) {
    if (context.contains(key))
      throw BadRequest(
          fmt::format("--benchmark_context={}={}: this key is recorded anyway; any other name is allowed", key, value));
    context[key] = value;
  }
  return context;
}

struct Output {
  std::unique_ptr<ReportWriter> writer;
  bool aggregates_only;
};

/// All outputs behind the one reporter that Google Benchmark is given; so it never sees --benchmark_out, whose errors
/// it answers with exit(1).
class Reporter : public benchmark::BenchmarkReporter {
 public:
  Reporter(std::vector<Output>& outputs, const std::vector<Rounds>& rounds) : outputs_(outputs), rounds_(rounds) {}

  bool ReportContext(const Context&) override { return true; }

  /// Called with all rounds of a case, then with its aggregates. Rounds that an interruption left out are not written;
  /// those that are not ok always are.
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      const Rounds& rounds = rounds_.at(static_cast<size_t>(run.family_index));
      const bool has_aggregates = count_ok(rounds) >= 2;
      if (run.run_type == Run::RT_Aggregate) {
        if (has_aggregates) write(aggregate(run, rounds), false);
      } else if (static_cast<size_t>(run.repetition_index) < rounds.size()) {
        const ReportLine& round = rounds[static_cast<size_t>(run.repetition_index)];
        write(round, has_aggregates && round.status == Status::kOk);
      }
    }
  }

 private:
  static ReportLine aggregate(const Run& run, const Rounds& rounds) {
    std::map<std::string, double> figures;
    for (const auto& [name, counter] : run.counters) figures[name] = counter.value;
    return aggregate_line(rounds, run.aggregate_name, run.aggregate_unit == benchmark::kPercentage, figures);
  }

  void write(const ReportLine& line, bool said_by_aggregates) {
    for (Output& output : outputs_)
      if (!said_by_aggregates || !output.aggregates_only) output.writer->line(line);
  }

  std::vector<Output>& outputs_;
  const std::vector<Rounds>& rounds_;
};

std::optional<ReportedCase> run_round(const CaseToReport& a_case, int64_t round) {
  try {
    return a_case.run(round);
  } catch (const std::exception& error) {
    ReportedCase failed;
    failed.reason = error.what();
    return failed;
  }
}

/// What Google Benchmark calls once a repetition.
class Body {
 public:
  Body(const CaseToReport& a_case, int64_t index, int64_t repetitions, Rounds& rounds, const ReportSetup& setup)
      : case_(&a_case), index_(index), repetitions_(repetitions), rounds_(&rounds), setup_(&setup) {}

  void operator()(benchmark::State& state) {
    if (!setup_->interrupted || !setup_->interrupted()) run_one(state);
    for (auto _ : state) {
    }
  }

 private:
  void run_one(benchmark::State& state) {
    const auto round = static_cast<int64_t>(rounds_->size());
    const std::optional<ReportedCase> report = run_round(*case_, round);
    if (!report) return;
    ReportLine line = line_of(*report);
    line.case_name = case_->name;
    line.case_index = index_;
    line.repetitions = repetitions_;
    line.round = round;
    count(line, state);
    rounds_->push_back(std::move(line));
  }

  /// Only rounds that are ok have counters, so that the aggregates are of them; an interval has no mean worth telling.
  static void count(const ReportLine& line, benchmark::State& state) {
    if (line.status != Status::kOk) return;
    for (const FigureName& figure : kFigureNames) {
      const auto value = line.figures.*figure.member;
      if (value && figure.name != "time_low" && figure.name != "time_high")
        state.counters[std::string(figure.name)] = *value;
    }
  }

  const CaseToReport* case_;
  int64_t index_;
  int64_t repetitions_;
  Rounds* rounds_;
  const ReportSetup* setup_;
};

/// Every flag is given, or the library would take it from its environment variable; what is ours it must not see.
void initialize(const GoogleBenchmarkFlags& flags) {
  std::vector<std::string> arguments = {"attn_bench",
                                        "--benchmark_list_tests=false",
                                        "--benchmark_filter=all",
                                        "--benchmark_min_time=0",
                                        "--benchmark_min_warmup_time=0",
                                        fmt::format("--benchmark_repetitions={}", flags.repetitions),
                                        "--benchmark_enable_random_interleaving=false",
                                        "--benchmark_report_aggregates_only=false",
                                        "--benchmark_display_aggregates_only=false",
                                        "--benchmark_format=console",
                                        "--benchmark_out=",
                                        "--benchmark_out_format=json",
                                        "--benchmark_color=false",
                                        "--benchmark_counters_tabular=false",
                                        "--benchmark_perf_counters=",
                                        "--benchmark_time_unit=ns",
                                        fmt::format("--v={}", flags.verbosity)};
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  auto argc = static_cast<int>(argv.size());
  benchmark::Initialize(&argc, argv.data());
  Context::executable_name = "attn_bench";  // it keeps argv[0], which ends here
}

void run_all(const GoogleBenchmarkFlags& flags, const std::vector<CaseToReport>& cases, const ReportSetup& setup,
             std::vector<Rounds>& rounds, std::vector<Output>& outputs) {
  initialize(flags);
  for (size_t i = 0; i < cases.size(); ++i)
    benchmark::RegisterBenchmark(cases[i].name.c_str(),
                                 Body(cases[i], static_cast<int64_t>(i), flags.repetitions, rounds[i], setup));
  Reporter reporter(outputs, rounds);
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::ClearRegisteredBenchmarks();  // the bodies hold references to what ends here
}

size_t name_width(const std::vector<CaseToReport>& cases, int64_t repetitions) {
  size_t width = 0;
  for (const CaseToReport& a_case : cases) width = std::max(width, a_case.name.size());
  return width + (repetitions > 1 ? std::strlen("_median") : 0);
}

void check_written(const std::ofstream& file, const std::string& path) {
  if (!file) throw BadRequest(fmt::format("--benchmark_out={}: can't be written: {}", path, std::strerror(errno)));
}

RunOutcome run_into(std::vector<Output>& outputs, const GoogleBenchmarkFlags& flags,
                    const std::vector<CaseToReport>& cases, const ReportSetup& setup) {
  std::vector<Rounds> rounds(cases.size());
  run_all(flags, cases, setup, rounds, outputs);
  const RunOutcome outcome = outcome_of(rounds, setup.interrupted && setup.interrupted());
  const std::string summary = summary_line(outcome, cases.size());
  for (Output& output : outputs) output.writer->end(summary);
  if (flags.format != "console") std::cerr << summary << std::endl;
  return outcome;
}

}  // namespace

RunOutcome run_google_benchmark(const GoogleBenchmarkFlags& flags, const std::vector<CaseToReport>& cases,
                                const ReportSetup& setup) {
  ReportFrame frame{.first_line = setup.first_line,
                    .name_width = name_width(cases, flags.repetitions),
                    .time_unit = flags.time_unit,
                    .context = std::make_shared<Json>(make_context(setup, flags))};
  std::vector<Output> outputs;
  std::ofstream file;
  if (!flags.out.empty()) {
    errno = 0;
    file.open(flags.out);
    check_written(file, flags.out);
    outputs.push_back({make_report_writer(flags.out_format, file, frame), flags.report_aggregates_only});
    outputs.back().writer->begin();
    check_written(file, flags.out);
  }
  if (flags.format != "console") std::cerr << setup.first_line << std::endl;
  frame.color = use_color(flags.color);
  outputs.push_back({make_report_writer(flags.format, std::cout, frame),
                     flags.report_aggregates_only || flags.display_aggregates_only});
  outputs.back().writer->begin();
  const RunOutcome outcome = run_into(outputs, flags, cases, setup);
  if (!flags.out.empty()) check_written(file, flags.out);
  if (!std::cout) throw BadRequest("standard output can't be written: what was to be reported is not complete");
  return outcome;
}

std::string google_benchmark_version() {
  return ATTN_GOOGLE_BENCHMARK_VERSION;
}

}  // namespace attn
