#include "benchmarks/run_identity.h"

#include <ATen/Parallel.h>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <random>

#include "benchmarks/compiled/compiled_variants.h"
#include "benchmarks/google_benchmark.h"
#include "fixtures/gpus.h"
#include "profiling/host_facts.h"

namespace attn {
namespace {

void append(Facts& to, const Facts& more) {
  to.insert(to.end(), more.begin(), more.end());
}

Facts peak_facts(const Facts& device_facts) {
  const auto gpu = find_gpu(value_of(device_facts, "gpu_name"));
  if (!gpu) return {};
  Facts facts = {{"peak_bandwidth_bytes_per_s", fmt::format("{}", gpu->bandwidth_bytes_per_s)},
                 {"peak_fp64_flops_per_s", fmt::format("{}", gpu->fp64_flops)},
                 {"peak_fp32_flops_per_s", fmt::format("{}", gpu->fp32_flops)}};
  if (gpu->tf32_flops) facts.emplace_back("peak_tf32_flops_per_s", fmt::format("{}", *gpu->tf32_flops));
  if (gpu->half_flops) facts.emplace_back("peak_half_flops_per_s", fmt::format("{}", *gpu->half_flops));
  facts.emplace_back("peak_source", gpu->source);
  return facts;
}

/// The release as NVML gives it, else as the kernel does (a CPU run on a machine with a GPU); empty without a driver.
std::string driver_version_in(const Facts& facts) {
  const std::string by_nvml = value_of(facts, "driver_version");
  return by_nvml.empty() ? value_of(facts, "nvidia_driver") : by_nvml;
}

/// The arguments as a shell would read them back.
std::string shell_line(const std::vector<std::string>& arguments) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-=./:,+@%";
  std::string line;
  for (const std::string& argument : arguments) {
    if (!line.empty()) line += ' ';
    if (!argument.empty() && argument.find_first_not_of(kPlain) == std::string::npos) {
      line += argument;
      continue;
    }
    line += '\'';
    for (const char c : argument) line += c == '\'' ? std::string("'\\''") : std::string(1, c);
    line += '\'';
  }
  return line;
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

/// What the options say of the run: nothing that is planned is ever called measured.
std::string_view source_of(const Options& options) {
  return options.stood_in ? "planned" : "measured";
}

}  // namespace

std::string value_of(const Facts& facts, std::string_view key) {
  for (const auto& [name, value] : facts)
    if (name == key) return value;
  return "";
}

std::string utc_now() {
  return fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr)));
}

std::string new_run_id() {
  return fmt::format("{:%Y%m%dT%H%M%SZ}-{:08x}", fmt::gmtime(std::time(nullptr)), std::random_device{}());
}

Facts run_facts(const Options& options, const std::vector<std::string>& arguments, const Facts& device_facts) {
  Facts facts = {{"attn_bench_version", std::string(kAttnBenchVersion)},
                 {"google_benchmark_version", google_benchmark_version()},
                 {"source", std::string(source_of(options))},
                 {"command_line", shell_line(arguments)}};
  append(facts, host_facts());
  append(facts, device_facts);
  append(facts, peak_facts(device_facts));
  append(facts, rule_facts(options));
  if (options.compile != CompileChoice::kNone) append(facts, compile_facts());
  for (const auto& [name, value] : options.given) facts.emplace_back("option " + name, value);
  return facts;
}

RunIdentity make_run_identity(const Options& options, const Device& device, const Facts& run_facts) {
  return {.run_id = options.child_run_id.empty() ? new_run_id() : options.child_run_id,
          .host = host_name(),
          .source = std::string(source_of(options)),
          .device = device.name(),
          .arch = device.arch(),
          .driver_version = driver_version_in(run_facts),
          .libtorch_version = libtorch_version(),
          .threads = at::get_num_threads()};
}

std::string first_line(const std::string& device, const Facts& run_facts) {
  const std::string capability = value_of(run_facts, "cpu_capability"), driver = driver_version_in(run_facts);
  std::string where = device;
  if (device == "cpu") {
    where = fmt::format("cpu: {}", value_of(run_facts, "cpu_model"));
    if (!capability.empty()) where += fmt::format(" ({})", capability);
  }
  const int threads = at::get_num_threads();
  return fmt::format("{} · {} thread{} · LibTorch {} · {}", where, threads, threads == 1 ? "" : "s", libtorch_version(),
                     driver.empty() ? "no NVIDIA driver" : "driver " + driver);
}

}  // namespace attn
