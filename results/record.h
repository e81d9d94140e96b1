#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn {

/// What all rows of one case in results.csv share; columns of the same names. Empty text is a missing value.
struct CaseRow {
  std::string run_id;
  std::string time_utc;  ///< "2026-11-30T16:40:01Z", when the case ended
  std::string host;
  std::string source;  ///< "measured" or "planned"
  std::string device;  ///< "cpu", or the GPU's name as the driver gives it
  std::string arch;    ///< "x86_64", "sm_80"
  std::string driver_version;
  std::string libtorch_version;
  std::string case_name;  ///< column "case"
  std::string variant;
  std::string backend_ran;
  std::string dtype;
  std::string mask;
  int64_t batch = 0;
  int64_t q_heads = 0;
  int64_t kv_heads = 0;
  int64_t q_len = 0;
  int64_t kv_len = 0;
  int64_t head_dim = 0;
  std::string cache;   ///< "cold", "hot", empty on a CPU
  std::string launch;  ///< "eager" or "graph"
  int64_t threads = 0;
  std::string status;  ///< "ok", "unsupported", "out_of_memory", "incorrect", "failed"
  std::string flags;   ///< "not_converged disturbed unblocked throttled", those that hold, a space between
  std::string reason;

  friend bool operator==(const CaseRow&, const CaseRow&) = default;
};

/// One figure of a case; `name` and its unit are the catalogue's.
struct MetricValue {
  std::string name;
  double value = 0;
  std::optional<double> low = {};  ///< 95 % interval, where there is one
  std::optional<double> high = {};
  std::optional<int64_t> samples = {};

  friend bool operator==(const MetricValue&, const MetricValue&) = default;
};

/// One row of samples.csv.
struct SampleRow {
  int64_t round = 0;
  int64_t sample = 0;
  int64_t forwards = 1;
  double time_s = 0;  ///< of one forward
  std::optional<double> sm_clock_hz = {};
};

/// Rows of runs.csv, in order.
using Facts = std::vector<std::pair<std::string, std::string>>;

}  // namespace attn
