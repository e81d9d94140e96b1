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

/// Blocks of a grid or threads of a block.
struct LaunchExtent {
  int64_t x = 1;
  int64_t y = 1;
  int64_t z = 1;

  friend bool operator==(const LaunchExtent&, const LaunchExtent&) = default;
};

/// One row of launches.csv: something that a forward had the GPU do. What does not apply or is not known is nothing.
struct LaunchRow {
  int64_t order = 0;    ///< from 0, as launched
  std::string op_path;  ///< the ops it was launched from, outermost first
  std::string kind;     ///< "kernel", "memcpy", "memset", "library" (a call whose kernels are not known)
  std::string name;     ///< of a kernel demangled
  std::optional<LaunchExtent> grid = {};
  std::optional<LaunchExtent> block = {};
  std::optional<int64_t> registers = {};  ///< a thread
  std::optional<int64_t> static_shared_bytes = {};
  std::optional<int64_t> dynamic_shared_bytes = {};
  std::optional<double> occupancy = {};  ///< theoretical, 0 to 1
  std::string occupancy_limiter = {};  ///< what keeps more blocks out: "registers", "shared memory", "warps", "blocks"
  std::optional<int64_t> bytes = {};   ///< copied or set
  std::optional<double> time_s = {};   ///< on the GPU; never of a plan
};

/// One row of ops.csv: the calls of one op in a forward. "self" is without the ops that it called.
struct OpRow {
  int64_t order = 0;    ///< from 0, as first begun
  std::string op_path;  ///< with the op itself, outermost first
  int64_t calls = 1;
  std::optional<double> self_host_time_s = {};
  std::optional<double> total_host_time_s = {};
  std::optional<double> self_device_time_s = {};
  std::optional<double> total_device_time_s = {};
  std::optional<int64_t> bytes = {};  ///< read and written; only of ops that launch
  std::optional<double> flops = {};
  std::optional<double> floor_s = {};  ///< the least time by bandwidth and peak; a bound, never a time
};

/// Rows of runs.csv, in order.
using Facts = std::vector<std::pair<std::string, std::string>>;

}  // namespace attn
