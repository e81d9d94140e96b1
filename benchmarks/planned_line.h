#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "benchmarks/reported_case.h"

namespace attn {

/// Launches of one forward, by kind.
struct LaunchCounts {
  int64_t kernels = 0;
  int64_t memcpys = 0;
  int64_t memsets = 0;
  int64_t library_calls = 0;  ///< into cuBLAS or cuDNN, on a stand-in GPU

  int64_t all() const { return kernels + memcpys + memsets + library_calls; }
};

/// A line of a launch plan: one case on one card.
struct PlannedLine {
  std::string case_name;
  Status status = Status::kFailed;
  std::string reason;
  std::string backend;
  std::optional<LaunchCounts> launches = {};
  std::optional<int64_t> ops = {};
  std::optional<double> peak_memory_bytes = {};
  std::optional<int64_t> largest_registers = {};
  std::optional<double> lowest_occupancy = {};  ///< 0 … 1
  std::optional<double> floor_s = {};
  std::optional<double> host_time_s = {};
  std::optional<int64_t> fits_seq_len = {};
};

}  // namespace attn
