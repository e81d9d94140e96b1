#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profiling/name_pool.h"
#include "profiling/op_inputs.h"
#include "profiling/recorded_op.h"
#include "profiling/time_span.h"
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

/// One call of CUDA's runtime or driver that a forward made.
struct CudaCall {
  std::string_view name = {};  ///< "cudaLaunchKernel"; as all names here in Profile::names, if not a literal
  bool of_driver = false;      ///< else of the runtime
  bool failed = false;
  int64_t thread = 0;  ///< that made it, by the system's number
  TimeSpan span = {};  ///< on the host
  int64_t correlation = 0;
  std::optional<size_t> op = {};  ///< index into Profile::ops; nothing: made outside any op
  int64_t iteration = 0;
};

/// One thing that a forward had the GPU do.
struct Launch {
  LaunchKind kind = LaunchKind::kKernel;
  std::string_view name = {};          ///< demangled kernel name; "Memcpy DtoD"; "Memset"; the library function's name
  std::string_view mangled_name = {};  ///< as recorded; of a copy or set the same as `name`
  std::optional<LaunchExtent> grid = {};             ///< of kernels
  std::optional<LaunchExtent> block = {};            ///< of kernels
  std::optional<int64_t> registers = {};             ///< of a thread; nothing where unknown
  std::optional<int64_t> static_shared_bytes = {};   ///< of a kernel's block
  std::optional<int64_t> dynamic_shared_bytes = {};  ///< of a kernel's block
  std::optional<int64_t> bytes = {};                 ///< of copies and sets
  std::optional<size_t> call = {};                   ///< that launched it: index into Profile::calls; nothing: unlinked
  std::optional<size_t> op = {};                     ///< index into Profile::ops; nothing: launched outside any op
  std::optional<int64_t> iteration = 0;              ///< nothing: of no known forward
  int64_t device = 0;
  int64_t context = 0;
  int64_t stream = 0;
  int64_t correlation = 0;            ///< the call's; the nodes of a CUDA graph share that of the graph's launch
  int64_t graph = 0;                  ///< 0 outside a CUDA graph
  int64_t graph_node = 0;             ///< tells a graph's nodes apart; 0 outside one
  std::optional<TimeSpan> span = {};  ///< on the device; nothing where begin or end was lost
};

/// What a recording is known to have lost. With any of it the number of launches is no result.
struct LossCount {
  int64_t dropped = 0;    ///< records that CUPTI had no room for
  int64_t zero_time = 0;  ///< launches whose start or end is missing
  int64_t invalid = 0;    ///< buffers that could not be read to their end
  int64_t unlinked = 0;   ///< launches without the call that made them
  int64_t missing = 0;    ///< calls that launched a kernel of which there is no record

  int64_t total() const { return dropped + zero_time + invalid + unlinked + missing; }
  friend bool operator==(const LossCount&, const LossCount&) = default;
};

/// "3 records dropped, 1 launch without times: the count is no result"; nothing where nothing was lost.
std::optional<std::string> describe_loss(const LossCount& loss);

/// How many forwards run unrecorded, then recorded but left out (the first ones under a profiler are slower), then
/// recorded and kept. Nothing waits for the GPU between them.
struct Schedule {
  int64_t wait = 1;
  int64_t warm_up = 1;
  int64_t active = 3;
  bool inputs = false;  ///< see record_warm_up()
};

/// The one forward of a recording that counts and does not time.
inline constexpr Schedule kOneForward = {.wait = 0, .warm_up = 0, .active = 1};

/// What happened in the active forwards of a schedule; of a CPU ops and iterations alone. Ops that ran in another
/// thread than the forward's have no parent there.
struct Profile {
  std::vector<TimeSpan> iterations = {};  ///< one a forward, on the host: from its call until its output is freed
  int64_t thread = 0;                     ///< that called the forwards, by the system's number
  std::vector<RecordedOp> ops = {};       ///< of all threads, in the order in which they began
  std::vector<OpInputs> inputs = {};  ///< of a forward's ops, where they were asked for; RecordedOp::inputs leads here
  std::vector<CudaCall> calls = {};   ///< in the order of their correlation
  std::vector<Launch> launches = {};  ///< in the order of their calls, the nodes of one graph in that of their starts
  LossCount loss = {};
  Facts facts = {};                            ///< rows for runs.csv: cupti_library (its file), cupti_version
  std::shared_ptr<const NamePool> names = {};  ///< of calls and launches; copies of the profile share it
};

/// How many launches have no span.
int64_t launches_without_time(const Profile& profile);

}  // namespace attn
