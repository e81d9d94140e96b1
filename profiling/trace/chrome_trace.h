#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profiling/occupancy.h"
#include "profiling/profile.h"
#include "profiling/trace/json_text.h"

namespace attn {

/// A GPU, as it stands in a trace's `deviceProperties`.
struct TraceDevice {
  int64_t id = 0;         ///< as in Launch::device
  std::string name = {};  ///< as the driver gives it
  int64_t memory_bytes = 0;
  int64_t sm_count = 0;
  SmLimits limits = {};
};

/// What a trace says besides what was recorded.
struct TraceInfo {
  std::string name = {};     ///< of the case
  std::string process = {};  ///< "attn_bench"
  int64_t pid = 0;
  int64_t first_step = 0;      ///< N of the first forward's ProfilerStep#N: how many ran before it and are not kept
  bool virtual_clock = false;  ///< the device's times are a stand-in's
  std::vector<TraceDevice> devices = {};  ///< empty on a CPU
  /// How many blocks of a kernel fit on an SM at once, see occupancy_of(); may be empty, for unknown.
  std::function<std::optional<int64_t>(const Launch&)> fitting_blocks = {};
};

/// Writes what was recorded as a Chrome trace in the words of PyTorch's profiler (Kineto), for the same viewers and
/// analysers: ops, calls of CUDA and a ProfilerStep#N a forward on lanes of their threads; kernels, copies and sets on
/// a lane a stream, with arrows from their calls. docs/trace.md says what is where and what differs.
///
/// Times are microseconds with three decimals from `baseTimeNanoseconds` (Unix time) on, the earliest begin of all.
void write_chrome_trace(const TextSink& sink, const Profile& profile, const TraceInfo& info);

/// The same as a file, which is there whole or not at all; makes the folder where it is missing. Throws BadRequest with
/// path and reason when the folder or a file in it can't be made, std::runtime_error when writing fails later (a full
/// disk).
void save_chrome_trace(const std::filesystem::path& file, const Profile& profile, const TraceInfo& info);

/// "Naive/a100/bf16/causal/batch:1/q_len:512" → "Naive.a100.bf16.causal.batch-1.q_len-512.pt.trace.json": letters,
/// digits and _ stay, '/' becomes '.', ':' becomes '-', any other byte becomes '=' and two hexadecimal digits; so no
/// two names share a file. Names of more than 200 bytes are cut and end in their hash.
std::string trace_file_name(std::string_view case_name);

}  // namespace attn
