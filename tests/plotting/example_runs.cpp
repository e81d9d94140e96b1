#include "tests/plotting/example_runs.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <map>
#include <stdexcept>

namespace attn {
namespace {

namespace fs = std::filesystem;

const Facts kA100 = {{"cpu_model", "AMD EPYC"},
                     {"gpu_memory_bytes", "85100068864"},
                     {"peak_bandwidth_bytes_per_s", "2039000000000"},
                     {"peak_half_flops_per_s", "312000000000000"}};

bool is_gpu(const ExampleRun& run) {
  return run.device != "cpu";
}

CaseRow row_of(const ExampleRun& run, const std::string& variant, int64_t length) {
  return {.run_id = run.run_id,
          .time_utc = "2026-11-30T16:40:01Z",
          .host = "host-a",
          .source = run.source,
          .device = run.device,
          .arch = is_gpu(run) ? "sm_80" : "x86_64",
          .driver_version = run.driver_version,
          .libtorch_version = run.libtorch_version,
          .case_name = fmt::format("{}/{}/bf16/causal/batch:1/q_heads:8/kv_heads:8/q_len:{}/kv_len:{}/head_dim:{}",
                                   variant, is_gpu(run) ? "cuda/cold" : "cpu", length, length, run.head_dim),
          .variant = variant,
          .backend_ran = variant == "SdpaFlash" ? "flash" : "none",
          .dtype = "bf16",
          .mask = "causal",
          .batch = 1,
          .q_heads = 8,
          .kv_heads = 8,
          .q_len = length,
          .kv_len = length,
          .head_dim = run.head_dim,
          .cache = is_gpu(run) ? "cold" : "",
          .launch = "eager",
          .threads = 2,
          .status = "ok",
          .flags = "",
          .reason = ""};
}

std::vector<MetricValue> metrics_of(const ExampleRun& run, size_t variant, int64_t length) {
  const double s = static_cast<double>(length);
  const double time_s = run.slower * std::pow(s / 1024, 2) * 0.01 / static_cast<double>(1 + variant);
  const double flops = 2 * s * s * 8 * static_cast<double>(run.head_dim);
  const double bytes = 4 * s * 8 * static_cast<double>(run.head_dim) * 2;
  std::vector<MetricValue> metrics;
  if (run.source == "measured") {
    metrics = {{.name = "time_s", .value = time_s, .low = 0.95 * time_s, .high = 1.05 * time_s, .samples = 10},
               {.name = "flops_per_s", .value = flops / time_s},
               {.name = "bytes_per_s", .value = bytes / time_s}};
  }
  metrics.push_back({.name = "model_flops", .value = flops});
  metrics.push_back({.name = "traffic_bytes", .value = bytes});
  metrics.push_back({.name = "peak_memory_bytes", .value = 8 * s * s * 2 / static_cast<double>(1 + variant)});
  if (!is_gpu(run)) return metrics;
  const double kernels = variant == 0 ? 3 : 1;
  metrics.push_back({.name = "host_time_s", .value = 0.0004});
  metrics.push_back({.name = "launches", .value = kernels + (variant == 0 ? 3 : 0)});
  metrics.push_back({.name = "kernels", .value = kernels});
  metrics.push_back({.name = "memcpys", .value = variant == 0 ? 1. : 0.});
  metrics.push_back({.name = "library_calls", .value = variant == 0 ? 2. : 0.});
  if (variant == 0) metrics.push_back({.name = "launches_guessed", .value = 5});
  return metrics;
}

std::vector<OpRow> ops_of(const ExampleRun& run, const ExampleCase& one) {
  if (!is_gpu(run) || run.source != "measured") return {};
  const double time_s = one.metrics.front().value;
  if (one.row.variant != "Naive") {
    return {{.order = 0, .op_path = "aten::_flash_attention_forward", .self_device_time_s = time_s}};
  }
  return {{.order = 0, .op_path = "aten::matmul › aten::bmm", .calls = 2, .self_device_time_s = 0.5 * time_s},
          {.order = 1, .op_path = "aten::mul", .self_device_time_s = 0.2 * time_s},
          {.order = 2, .op_path = "aten::softmax › aten::_softmax", .self_device_time_s = 0.3 * time_s}};
}

void keep(const fs::path& folder, const ExampleRun& run, const std::vector<ExampleCase>& cases) {
  ResultsDirectory directory(folder);
  Facts facts = {{"command_line", "attn_bench --out=" + folder.filename().string()}};
  facts.insert(facts.end(), run.facts.begin(), run.facts.end());
  directory.append_run(run.run_id, facts);
  for (const ExampleCase& one : cases) {
    directory.append_case(one.row, one.metrics, {}, {}, one.metrics.empty() ? std::vector<OpRow>() : ops_of(run, one));
  }
}

void fail(ExampleCase& one, const std::string& status, const std::string& reason) {
  one.row.status = status;
  one.row.reason = reason;
  one.metrics.clear();
}

void make_gpu(const fs::path& folder) {
  const ExampleRun run{.device = "NVIDIA A100-SXM4-80GB",
                       .driver_version = "580.95.05",
                       .variants = {"Naive", "SdpaFlash", "SdpaCudnn"},
                       .lengths = {128, 256, 512, 1024, 2048, 4096},
                       .facts = kA100};
  std::vector<ExampleCase> cases = example_cases(run);
  fail(cases.back(), "unsupported", "cuDNN refuses: head_dim is too large");
  keep(folder, run, cases);
}

/// Five processes on each of two drivers; the newer one is slower by a fifth.
void make_drivers(const fs::path& folder) {
  for (const bool newer : {false, true}) {
    for (int process = 0; process < 5; ++process) {
      keep_example(folder, {.run_id = fmt::format("run-{}-{}", newer, process),
                            .device = "NVIDIA A100-SXM4-80GB",
                            .driver_version = newer ? "590.10.01" : "580.95.05",
                            .lengths = {1024},
                            .slower = (newer ? 1.2 : 1) * (1 + 0.002 * process),
                            .facts = kA100});
    }
  }
}

void make_two_gpus(const fs::path& folder) {
  keep_example(folder, {.run_id = "run-a", .device = "NVIDIA A100-SXM4-80GB", .facts = kA100});
  keep_example(folder, {.run_id = "run-h", .device = "NVIDIA H100 80GB HBM3", .slower = 0.5, .facts = {kA100.front()}});
}

void make_hostile(const fs::path& folder) {
  keep_example(folder, {.variants = {"Naive", "<script>window.attacked=1</script>",
                                     "</script><img src=x onerror=window.attacked=1>", "it's \"quoted\", with a comma",
                                     "🦊 größer", "{{body}} \\u003c $& [a].b", std::string(300, 'x')},
                        .facts = {{"cpu_model", "<img src=x onerror=window.attacked=1>"}}});
}

void make_many_variants(const fs::path& folder) {
  ExampleRun run{.variants = {"Naive"}};
  for (int i = 1; i < 100; ++i) run.variants.push_back(fmt::format("Variant{:02}", i));
  keep_example(folder, run);
}

/// 10,000 rows of results.csv and some: two sizes of head, two devices, 25 lengths, 12 variants.
void make_many_rows(const fs::path& folder) {
  ExampleRun run{.variants = {"Naive"}, .lengths = {}};
  for (int i = 1; i < 12; ++i) run.variants.push_back(fmt::format("Variant{:02}", i));
  for (int i = 1; i <= 25; ++i) run.lengths.push_back(128 * i);
  int number = 0;
  for (const char* device : {"cpu", "NVIDIA A100-SXM4-80GB"}) {
    for (const int64_t head_dim : {64, 128}) {
      run.run_id = fmt::format("run-{}", number++);
      run.device = device;
      run.head_dim = head_dim;
      keep_example(folder, run);
    }
  }
}

void make_zero_times(const fs::path& folder) {
  const ExampleRun run;
  std::vector<ExampleCase> cases = example_cases(run);
  cases[0].metrics[0].value = 0;
  cases[3].metrics[0].value = -0.001;
  keep(folder, run, cases);
}

void make_all_failed(const fs::path& folder) {
  const ExampleRun run;
  std::vector<ExampleCase> cases = example_cases(run);
  for (ExampleCase& one : cases) fail(one, "failed", "the device was lost");
  keep(folder, run, cases);
}

const std::map<std::string, std::function<void(const fs::path&)>>& makers() {
  static const std::map<std::string, std::function<void(const fs::path&)>> known = {
      {"gpu", make_gpu},
      {"drivers", make_drivers},
      {"two_gpus", make_two_gpus},
      {"hostile", make_hostile},
      {"many_variants", make_many_variants},
      {"many_rows", make_many_rows},
      {"zero_times", make_zero_times},
      {"all_failed", make_all_failed},
      {"one_point",
       [](const fs::path& folder) { keep_example(folder, {.variants = {"SdpaFlash"}, .lengths = {512}}); }},
      {"planned",
       [](const fs::path& folder) {
         keep_example(folder, {.source = "planned", .device = "NVIDIA A100-SXM4-80GB", .facts = kA100});
       }},
  };
  return known;
}

}  // namespace

std::vector<ExampleCase> example_cases(const ExampleRun& run) {
  std::vector<ExampleCase> cases;
  for (size_t variant = 0; variant < run.variants.size(); ++variant) {
    for (const int64_t length : run.lengths) {
      cases.push_back({row_of(run, run.variants[variant], length), metrics_of(run, variant, length)});
    }
  }
  return cases;
}

void keep_example(const fs::path& folder, const ExampleRun& run) {
  keep(folder, run, example_cases(run));
}

std::vector<std::string> example_names() {
  std::vector<std::string> names;
  for (const auto& [name, maker] : makers()) names.push_back(name);
  return names;
}

void make_example(const std::string& name, const fs::path& folder) {
  const auto found = makers().find(name);
  if (found == makers().end()) throw std::invalid_argument(name + " is no example");
  found->second(folder);
}

}  // namespace attn
