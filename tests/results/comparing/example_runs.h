#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "results/run_set.h"

namespace attn {

/// A case of a CPU that is ok.
inline KeptCase cpu_case(const std::string& variant, int64_t length) {
  KeptCase kept;
  kept.row.source = "measured";
  kept.row.device = "cpu";
  kept.row.arch = "x86_64";
  kept.row.libtorch_version = "2.11.0";
  kept.row.host = "host-a";
  kept.row.variant = variant;
  kept.row.dtype = "fp32";
  kept.row.mask = "causal";
  kept.row.batch = 1;
  kept.row.q_heads = kept.row.kv_heads = 8;
  kept.row.q_len = kept.row.kv_len = length;
  kept.row.head_dim = 64;
  kept.row.launch = "eager";
  kept.row.threads = 2;
  kept.row.status = "ok";
  kept.row.case_name = fmt::format("{}/cpu/{}", variant, length);
  return kept;
}

inline KeptCase timed_case(const std::string& variant, int64_t length, double time_s) {
  KeptCase kept = cpu_case(variant, length);
  kept.metrics = {{.name = "time_s", .value = time_s}};
  return kept;
}

inline KeptCase bad_case(const std::string& variant, int64_t length, const std::string& status,
                         const std::string& reason) {
  KeptCase kept = cpu_case(variant, length);
  kept.row.status = status;
  kept.row.reason = reason;
  return kept;
}

inline KeptRun run_of(const std::string& run_id, std::vector<KeptCase> cases, Facts facts = {}) {
  for (KeptCase& kept : cases) kept.row.run_id = run_id;
  return {.run_id = run_id, .path = "runs/" + run_id, .facts = std::move(facts), .cases = std::move(cases)};
}

/// Five processes of one case whose times differ by 0.1 % steps about `time_s`.
inline std::vector<KeptRun> five_runs(const std::string& name, const std::string& variant, int64_t length,
                                      double time_s) {
  std::vector<KeptRun> runs;
  for (int i = 0; i < 5; ++i) {
    runs.push_back(
        run_of(fmt::format("{}-{}", name, i), {timed_case(variant, length, time_s * (1 + 0.001 * (i - 2)))}));
  }
  return runs;
}

}  // namespace attn
