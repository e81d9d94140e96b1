#include "benchmarks/run_identity.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <random>

#include "benchmarks/google_benchmark.h"
#include "fixtures/gpus.h"
#include "profiling/host_facts.h"

namespace attn {
namespace {

std::string value_of(const Facts& facts, std::string_view key) {
  for (const auto& [name, value] : facts)
    if (name == key) return value;
  return "";
}

void append(Facts& to, const Facts& more) {
  to.insert(to.end(), more.begin(), more.end());
}

Facts peak_facts(const Device& device) {
  const auto gpu = find_gpu(device.name());
  if (!gpu) return {};
  Facts facts = {{"peak_bandwidth_bytes_per_s", fmt::format("{}", gpu->bandwidth_bytes_per_s)},
                 {"peak_fp64_flops_per_s", fmt::format("{}", gpu->fp64_flops)},
                 {"peak_fp32_flops_per_s", fmt::format("{}", gpu->fp32_flops)}};
  if (gpu->tf32_flops) facts.emplace_back("peak_tf32_flops_per_s", fmt::format("{}", *gpu->tf32_flops));
  if (gpu->half_flops) facts.emplace_back("peak_half_flops_per_s", fmt::format("{}", *gpu->half_flops));
  facts.emplace_back("peak_source", gpu->source);
  return facts;
}

Facts rule_facts(const Options& options) {
  const SamplingRule& rule = options.sampling;
  return {{"min_time_s", fmt::format("{}", rule.min_time_s)},
          {"warmup_time_s", fmt::format("{}", rule.warmup_time_s)},
          {"max_time_s", fmt::format("{}", rule.max_time_s)},
          {"max_noise", fmt::format("{}", rule.max_noise)},
          {"min_samples", fmt::format("{}", rule.min_samples)},
          {"rounds", fmt::format("{}", options.google.repetitions)},
          {"seed", fmt::format("{}", options.seed)}};
}

}  // namespace

std::string utc_now() {
  return fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr)));
}

std::string new_run_id() {
  return fmt::format("{:%Y%m%dT%H%M%SZ}-{:08x}", fmt::gmtime(std::time(nullptr)), std::random_device{}());
}

Facts run_facts(const Options& options, const Device& device, const std::string& command_line) {
  Facts facts = {{"attn_bench_version", std::string(kAttnBenchVersion)},
                 {"google_benchmark_version", google_benchmark_version()},
                 {"source", "measured"},
                 {"command_line", command_line}};
  append(facts, host_facts());
  append(facts, device.facts());
  append(facts, peak_facts(device));
  append(facts, rule_facts(options));
  for (const auto& [name, value] : options.given) facts.emplace_back("option " + name, value);
  return facts;
}

RunIdentity make_run_identity(const Options& options, const Device& device) {
  const Facts facts = device.facts();
  const Facts host = host_facts();
  const std::string threads = value_of(host, "threads");
  return {.run_id = options.child_run_id.empty() ? new_run_id() : options.child_run_id,
          .host = host_name(),
          .source = "measured",
          .device = device.name(),
          .arch = device.arch(),
          .driver_version = value_of(facts, "driver_version"),
          .libtorch_version = libtorch_version(),
          .threads = threads.empty() ? 0 : std::stoll(threads)};
}

std::string first_line(const RunIdentity& identity, const Facts& facts) {
  const std::string cpu = value_of(facts, "cpu_model"), capability = value_of(facts, "cpu_capability");
  std::string where = identity.device == "cpu" ? fmt::format("cpu: {}", cpu) : identity.device;
  if (identity.device == "cpu" && !capability.empty()) where += fmt::format(" ({})", capability);
  return fmt::format("{} · {} thread{} · LibTorch {} · {}", where, identity.threads, identity.threads == 1 ? "" : "s",
                     identity.libtorch_version,
                     identity.driver_version.empty() ? "no NVIDIA driver" : "driver " + identity.driver_version);
}

}  // namespace attn
