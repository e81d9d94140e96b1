#include "benchmarks/process_sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "benchmarks/child_process.h"
#include "benchmarks/flags.h"
#include "benchmarks/interrupt.h"
#include "benchmarks/progress.h"
#include "benchmarks/run_identity.h"
#include "results/bad_request.h"
#include "results/exit_code.h"

namespace attn {
namespace {

// A machine's own speed drifts: a loop in registers was seen to vary by 11 % from some seconds to the next on a virtual
// machine. A process that meets a case at one time only takes that for the case's time.
constexpr const char* kPasses = "--passes=3";

/// The metric's values, one a process.
std::vector<double> values_of(const std::vector<ResultRow>& rows, std::string_view metric) {
  std::vector<double> values;
  for (const ResultRow& row : rows)
    if (row.metric && row.metric->name == metric) values.push_back(row.metric->value);
  return values;
}

std::optional<double> median_of(const std::vector<ResultRow>& rows, std::string_view metric) {
  const std::vector<double> values = values_of(rows, metric);
  return values.empty() ? std::nullopt : std::optional(median(values));
}

Status parse_status(const std::string& name) {
  for (const Status status : {Status::kOk, Status::kUnsupported, Status::kOutOfMemory, Status::kIncorrect})
    if (name == name_of(status)) return status;
  return Status::kFailed;
}

void combine_times(ReportedCase& combined, const std::vector<ResultRow>& rows) {
  const std::vector<double> times = values_of(rows, "time_s");
  if (combined.status != Status::kOk || times.empty()) return;
  for (const double forwards : values_of(rows, "forwards")) combined.forwards += static_cast<int64_t>(forwards);
  combined.time_s = median(times);
  combined.host_time_s = median_of(rows, "host_time_s").value_or(combined.time_s);
  combined.time_interval = log_t_interval(times);
  if (const auto flops = median_of(rows, "model_flops")) combined.flops_per_s = *flops / combined.time_s;
  if (const auto bytes = median_of(rows, "traffic_bytes")) combined.bytes_per_s = *bytes / combined.time_s;
}

}  // namespace

ReportedCase combine_processes(const std::vector<ResultRow>& rows) {
  const auto worst =
      std::ranges::max_element(rows, {}, [](const ResultRow& row) { return parse_status(row.row.status); });
  ReportedCase combined;
  combined.status = parse_status(worst->row.status);
  combined.reason = worst->row.reason;
  combined.backend = worst->row.backend_ran;
  FlagSet flags;
  for (const ResultRow& row : rows) flags.merge(parse_flags(row.row.flags));
  combined.flags = text_of(flags);
  if (const auto ops = median_of(rows, "ops")) combined.ops = static_cast<int64_t>(*ops);
  combined.error_rms = median_of(rows, "error_rms");
  combined.peak_memory_bytes = median_of(rows, "peak_memory_bytes");
  combine_times(combined, rows);
  return combined;
}

ProcessSweep::ProcessSweep(const Options& options, std::vector<std::string> arguments, std::filesystem::path folder)
    : options_(&options), arguments_(std::move(arguments)), folder_(std::move(folder)) {}

std::vector<CaseToReport> ProcessSweep::cases_to_report(const std::vector<std::string>& case_names) {
  std::vector<CaseToReport> reported;
  for (const std::string& name : case_names)
    reported.push_back({.name = name, .run = [this, name](int64_t) { return report(name); }});
  return reported;
}

bool ProcessSweep::stopped() const {
  return error_ || interrupted();
}

void ProcessSweep::rethrow_error() const {
  if (error_) std::rethrow_exception(error_);
}

std::optional<ReportedCase> ProcessSweep::report(const std::string& case_name) {
  if (!has_run_) {
    has_run_ = true;
    try {
      run_all();
    } catch (...) {
      error_ = std::current_exception();
    }
  }
  const auto found = rows_.find(case_name);
  if (stopped() || found == rows_.end()) return std::nullopt;
  return combine_processes(found->second);
}

void ProcessSweep::run_all() {
  Progress progress(static_cast<size_t>(options_->processes));
  for (int64_t number = 1; number <= options_->processes && !interrupted(); ++number) {
    progress.show("the whole sweep in a fresh process");
    run_one(number);
    progress.finish_step();
  }
}

void ProcessSweep::run_one(int64_t number) {
  const std::string run_id = new_run_id();
  std::vector<std::string> arguments = arguments_;  // a flag given again counts instead of the first one
  arguments.insert(arguments.end(), {"--processes=1", "--child_run_id=" + run_id, kPasses, "--out=" + folder_.string(),
                                     "--benchmark_format=console", "--benchmark_out="});
  const ChildEnd end = run_this_program(arguments, (folder_ / (".errors-" + run_id)).string());
  if (end.exit_code == kExitInterrupted || interrupted()) return;
  if (end.exit_code == kExitBadRequest) throw BadRequest(end.last_words);
  std::vector<ResultRow> rows = read_results(folder_, run_id);
  if (end.exit_code > kExitBadRequest || rows.empty()) {
    throw std::runtime_error(fmt::format("--processes: process {} of {} ended with code {}: {}", number,
                                         options_->processes, end.exit_code, end.last_words));
  }
  for (ResultRow& row : rows) rows_[row.row.case_name].push_back(std::move(row));
}

}  // namespace attn
