#include "benchmarks/case_result.h"

#include <algorithm>

#include "benchmarks/flags.h"
#include "benchmarks/launch_list.h"
#include "fixtures/work.h"
#include "results/statistics.h"

namespace attn {
namespace {

// Above this rate another program shared the cores: Linux then takes a core away every few milliseconds of running, on
// a quiet machine a few times a second.
constexpr double kDisturbedSwitchesPerCpuSecond = 50;

bool disturbed(const Sampling& sampling) {
  return static_cast<double>(sampling.usage.involuntary_context_switches) >
         kDisturbedSwitchesPerCpuSecond * std::max(sampling.usage.cpu_time_s, 0.1);
}

template <typename Predicate>
bool any_sample(std::span<const Sampling> rounds, Predicate predicate) {
  return std::ranges::any_of(rounds, [&](const Sampling& r) { return std::ranges::any_of(r.samples, predicate); });
}

/// Naive and math attention compute the masked pairs too; the fused kernels skip most of them, by tiles.
bool computes_masked_pairs(const CaseResult& result) {
  return result.backend_ran == "none" || result.backend_ran == "math";
}

/// The samples' values of one field, over all rounds.
template <typename Field>
std::vector<double> gather(std::span<const Sampling> rounds, Field field) {
  std::vector<double> values;
  for (const Sampling& round : rounds)
    for (const TimedSample& sample : round.samples)
      if (const std::optional<double> value = field(sample)) values.push_back(*value);
  return values;
}

std::optional<double> time_of(const TimedSample& sample) {
  return sample.time_s;
}
std::optional<double> clock_of(const TimedSample& sample) {
  return sample.sm_clock_hz;
}
std::optional<double> host_time_of(const TimedSample& sample) {
  return sample.host_time_s;
}

/// Collects the values that exist under their catalogue names.
class MetricList {
 public:
  void add(const char* name, std::optional<double> value, std::optional<Interval> interval = {}, size_t samples = 0) {
    if (!value) return;
    MetricValue metric{.name = name, .value = *value, .low = {}, .high = {}, .samples = {}};
    if (interval) metric.low = interval->low, metric.high = interval->high;
    if (samples > 0) metric.samples = static_cast<int64_t>(samples);
    metrics.push_back(std::move(metric));
  }
  std::vector<MetricValue> metrics;
};

void add_times(MetricList& list, std::span<const Sampling> rounds) {
  const std::vector<double> times = gather(rounds, time_of);
  list.add("time_s", median(times), median_interval(times), times.size());
  list.add("time_min_s", quantile(times, 0), {}, times.size());
  list.add("time_q1_s", quantile(times, 0.25), {}, times.size());
  list.add("time_q3_s", quantile(times, 0.75), {}, times.size());
  const std::vector<double> clocks = gather(rounds, clock_of);
  if (!clocks.empty()) list.add("sm_clock_hz", median(clocks), {}, clocks.size());
  const std::vector<double> host_times = gather(rounds, host_time_of);
  if (!host_times.empty()) list.add("host_time_s", median(host_times), median_interval(host_times), host_times.size());
}

void add_work(MetricList& list, const Case& benchmark_case, const CaseResult& result) {
  list.add("model_flops", model_flops(benchmark_case.shape));
  if (computes_masked_pairs(result)) list.add("executed_flops", full_flops(benchmark_case.shape));
  list.add("traffic_bytes", fused_traffic_bytes(benchmark_case.shape));
}

void add_rates(MetricList& list, const Case& benchmark_case, const CaseResult& result) {
  const double time_s = median(gather(result.rounds, time_of));
  list.add("flops_per_s", model_flops(benchmark_case.shape) / time_s);
  list.add("bytes_per_s", fused_traffic_bytes(benchmark_case.shape) / time_s);
}

void add_usage(MetricList& list, std::span<const Sampling> rounds) {
  double forwards = 0, faults = 0, switches = 0;
  for (const Sampling& round : rounds) {
    for (const TimedSample& sample : round.samples) forwards += static_cast<double>(sample.forwards);
    faults += static_cast<double>(round.usage.page_faults);
    switches += static_cast<double>(round.usage.involuntary_context_switches);
  }
  list.add("forwards", forwards);
  list.add("page_faults_per_forward", faults / forwards);
  list.add("involuntary_switches_per_forward", switches / forwards);
}

template <typename Number>
std::optional<double> as_double(const std::optional<Number>& number) {
  return number ? std::optional(static_cast<double>(*number)) : std::nullopt;
}

std::optional<int64_t> largest_registers(const std::vector<LaunchRow>& launches) {
  std::optional<int64_t> largest;
  for (const LaunchRow& launch : launches)
    if (launch.registers) largest = std::max(largest.value_or(0), *launch.registers);
  return largest;
}

std::optional<double> lowest_occupancy(const std::vector<LaunchRow>& launches) {
  std::optional<double> lowest;
  for (const LaunchRow& launch : launches)
    if (launch.occupancy) lowest = std::min(lowest.value_or(1), *launch.occupancy);
  return lowest;
}

void add_launches(MetricList& list, const CaseResult& result) {
  if (!result.observed) return;
  const std::vector<LaunchRow>& launches = result.observed->launches;
  const LaunchCounts counts = count_launches(launches);
  list.add("launches", static_cast<double>(counts.all()));
  list.add("kernels", static_cast<double>(counts.kernels));
  list.add("memcpys", static_cast<double>(counts.memcpys));
  list.add("memsets", static_cast<double>(counts.memsets));
  list.add("library_calls", static_cast<double>(counts.library_calls));
  list.add("largest_registers", as_double(largest_registers(launches)));
  list.add("lowest_occupancy", lowest_occupancy(launches));
  list.add("floor_s", result.observed->floor_s);
  list.add("launches_guessed", as_double(result.launches_guessed));
}

/// Nothing flushes caches between recorded forwards, so that device times of a cold case would be those of another.
void add_profile(MetricList& list, const Case& benchmark_case, const CaseResult& result) {
  if (!result.profiled) return;
  const ProfileSummary& summary = result.profiled->summary;
  if (summary.host) {
    list.add("profiled_host_time_s", summary.host->time_s);
    list.add("outside_ops_share", summary.host->outside_ops_share);
  }
  if (!summary.launching_calls.empty()) {
    double calls = 0;
    for (const LaunchingCalls& call : summary.launching_calls) calls += call.calls;
    list.add("launching_calls", calls);
  }
  if (!summary.device || benchmark_case.cache == Cache::kCold) return;
  list.add("device_time_s", summary.device->time_s);
  list.add("device_idle_share", summary.device->idle_share);
}

}  // namespace

std::vector<MetricValue> launch_metrics_of(const Case& benchmark_case, const CaseResult& result) {
  MetricList list;
  add_launches(list, result);
  add_profile(list, benchmark_case, result);
  return std::move(list.metrics);
}

double time_s_of(const CaseResult& result) {
  return median(gather(result.rounds, time_of));
}

PlannedLine planned_line_of(const Case& benchmark_case, const CaseResult& result) {
  PlannedLine line{.case_name = name_of(benchmark_case),
                   .status = result.status,
                   .reason = result.reason,
                   .backend = result.backend_ran,
                   .ops = result.ops,
                   .peak_memory_bytes = as_double(result.peak_bytes),
                   .fits_seq_len = result.fits_seq_len};
  if (!result.host_times_s.empty()) line.host_time_s = median(result.host_times_s);
  if (!result.observed) return line;
  line.launches = count_launches(result.observed->launches);
  line.largest_registers = largest_registers(result.observed->launches);
  line.lowest_occupancy = lowest_occupancy(result.observed->launches);
  line.floor_s = result.observed->floor_s;
  return line;
}

std::string flags_of(std::span<const Sampling> rounds) {
  FlagSet flags;
  const auto add = [&](bool holds, const char* flag) {
    if (holds) flags.insert(flag);
  };
  add(std::ranges::any_of(rounds, [](const Sampling& r) { return !r.converged; }), "not_converged");
  add(std::ranges::any_of(rounds, disturbed), "disturbed");
  add(any_sample(rounds, [](const TimedSample& sample) { return sample.unblocked; }), "unblocked");
  add(any_sample(rounds, [](const TimedSample& sample) { return sample.throttled; }), "throttled");
  return text_of(flags);
}

std::optional<ReportedCase> report_of(const Case& benchmark_case, const CaseResult& result, size_t round) {
  ReportedCase report;
  report.status = result.status;
  report.reason = result.reason;
  report.backend = result.backend_ran;
  report.ops = result.ops;
  if (result.error && result.error->finite) report.error_rms = result.error->rms;
  report.peak_memory_bytes = as_double(result.peak_bytes);
  if (result.status != Status::kOk) return report;
  if (round >= result.rounds.size()) return std::nullopt;
  const std::span<const Sampling> sampling(&result.rounds[round], 1);
  const std::vector<double> times = gather(sampling, time_of), host_times = gather(sampling, host_time_of);
  report.flags = flags_of(sampling);
  for (const TimedSample& sample : sampling[0].samples) report.forwards += sample.forwards;
  report.time_s = median(times);
  report.host_time_s = host_times.empty() ? report.time_s : median(host_times);
  report.time_interval = median_interval(times);
  report.flops_per_s = model_flops(benchmark_case.shape) / report.time_s;
  report.bytes_per_s = fused_traffic_bytes(benchmark_case.shape) / report.time_s;
  return report;
}

std::vector<MetricValue> metrics_of(const Case& benchmark_case, const CaseResult& result) {
  MetricList list;
  if (result.status == Status::kOk && !result.rounds.empty()) {
    add_times(list, result.rounds);
    add_work(list, benchmark_case, result);
    add_rates(list, benchmark_case, result);
    add_usage(list, result.rounds);
  } else if (result.status == Status::kOk) {
    add_work(list, benchmark_case, result);
    if (!result.host_times_s.empty())
      list.add("host_time_s", median(result.host_times_s), median_interval(result.host_times_s),
               result.host_times_s.size());
  }
  add_launches(list, result);
  add_profile(list, benchmark_case, result);
  list.add("ops", as_double(result.ops));
  if (result.error && result.error->finite) {
    list.add("error_rms", result.error->rms);
    list.add("error_worst_row", result.error->worst_row);
  }
  list.add("peak_memory_bytes", as_double(result.peak_bytes));
  list.add("needed_bytes", result.needed_bytes);
  list.add("available_bytes", result.available_bytes);
  if (benchmark_case.variant.compile_time_s)
    list.add("compile_time_s", benchmark_case.variant.compile_time_s(benchmark_case.shape));
  list.add("fits_seq_len", as_double(result.fits_seq_len));
  return std::move(list.metrics);
}

std::vector<OpRow> kept_op_rows_of(const CaseResult& result) {
  const std::vector<OpRow> timed = result.profiled ? result.profiled->ops : std::vector<OpRow>();
  if (!result.observed) return timed;
  std::vector<OpRow> rows = result.observed->ops;
  if (!std::ranges::equal(rows, timed, {}, &OpRow::op_path, &OpRow::op_path)) return rows;
  for (size_t i = 0; i < rows.size(); ++i) {
    rows[i].self_host_time_s = timed[i].self_host_time_s;
    rows[i].total_host_time_s = timed[i].total_host_time_s;
    rows[i].self_device_time_s = timed[i].self_device_time_s;
    rows[i].total_device_time_s = timed[i].total_device_time_s;
  }
  return rows;
}

std::vector<SampleRow> sample_rows_of(const CaseResult& result) {
  std::vector<SampleRow> rows;
  for (size_t round = 0; round < result.rounds.size(); ++round) {
    int64_t number = 0;
    for (const TimedSample& sample : result.rounds[round].samples)
      rows.push_back({.round = static_cast<int64_t>(round),
                      .sample = number++,
                      .forwards = sample.forwards,
                      .time_s = sample.time_s,
                      .sm_clock_hz = sample.sm_clock_hz});
  }
  return rows;
}

}  // namespace attn
