#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profiling/op_recorder.h"
#include "results/record.h"

namespace attn {

enum class LaunchKind {
  kKernel,
  kMemcpy,
  kMemset,
  kLibrary,  ///< a whole call into cuBLAS or cuDNN, on the stand-in GPU, which can't know the kernels inside
};

/// "kernel", "memcpy", "memset", "library".
std::string_view name_of(LaunchKind kind);

/// One thing that a forward had the GPU do.
struct Launch {
  LaunchKind kind = LaunchKind::kKernel;
  std::string name;                   ///< demangled kernel name; "Memcpy DtoD"; "Memset"; the library function's name
  std::string mangled_name;           ///< as recorded; of a copy or set the same as `name`
  std::string api;                    ///< the call that launched it, "cudaLaunchKernel"; empty where it is unlinked
  std::optional<LaunchExtent> grid;   ///< of kernels
  std::optional<LaunchExtent> block;  ///< of kernels
  std::optional<int64_t> registers;   ///< of a thread; nothing where unknown
  std::optional<int64_t> static_shared_bytes;   ///< of a kernel's block
  std::optional<int64_t> dynamic_shared_bytes;  ///< of a kernel's block
  std::optional<int64_t> bytes;                 ///< of copies and sets
  std::optional<size_t> op;                     ///< index into LaunchRecording::ops; nothing: launched outside any op
  int64_t iteration = 0;
  int64_t stream = 0;
  std::optional<double> start_s;  ///< on the device, from the start of the first launch; nothing where it was lost
  std::optional<double> time_s;   ///< on the device (the stand-in's is virtual); nothing where it was lost
};

/// What a recording is known to have lost. With any of it the number of launches is no result.
struct LossCount {
  int64_t dropped = 0;    ///< records that CUPTI had no room for
  int64_t zero_time = 0;  ///< launches whose start or end is missing
  int64_t invalid = 0;    ///< buffers that could not be read to their end
  int64_t unlinked = 0;   ///< launches without the call that made them, and launching calls without a launch

  int64_t total() const { return dropped + zero_time + invalid + unlinked; }
  friend bool operator==(const LossCount&, const LossCount&) = default;
};

/// "3 records dropped, 1 launch without times: the count is no result"; nothing where nothing was lost.
std::optional<std::string> describe_loss(const LossCount& loss);

/// What one forward launched, in the order of the calls.
struct LaunchRecording {
  std::vector<RecordedOp> ops;
  std::vector<Launch> launches;
  LossCount loss;
  Facts facts;  ///< rows for runs.csv: cupti_library (its file), cupti_version
};

/// The op with all that called it, outermost first: "aten::masked_fill › aten::clone › aten::copy_". Empty for none.
std::string op_path_of(const std::vector<RecordedOp>& ops, std::optional<size_t> op);

}  // namespace attn
