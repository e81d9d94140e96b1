#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profiling/device_times.h"
#include "profiling/iteration_difference.h"
#include "profiling/kernel_times.h"
#include "profiling/profile.h"

namespace attn {

/// Calls of one name that had the device do something. A CUDA graph's launch is one, however many nodes it has.
struct LaunchingCalls {
  std::string name;        ///< "cudaLaunchKernel"
  double calls = 0;        ///< a forward, the mean
  double host_time_s = 0;  ///< a forward, the mean
  int64_t failed = 0;      ///< in all forwards
};

/// A forward on the host's clock, while recorded; medians over the forwards.
struct HostUse {
  double time_s = 0;  ///< from its call until its output is freed
  /// Of it, what no top-level op of the calling thread covers; nothing where no op was dispatched.
  std::optional<double> outside_ops_s = {};
  std::optional<double> outside_ops_share = {};  ///< of it
};

/// Ops of one thread; means over the forwards.
struct ThreadOps {
  int64_t thread = 0;           ///< by the system's number; the calling thread comes first
  double ops = 0;               ///< a forward, nested ones included
  double top_level_time_s = 0;  ///< a forward, by the host's clock, in ops that no other op called
};

/// The launches on the device's clock, as CUPTI gives it, on all streams together.
struct DeviceUse {
  double time_s = 0;          ///< a forward, the mean: its launches added up, also where they overlap
  double busy_s = 0;          ///< of all forwards: in which there was one or more
  double span_s = 0;          ///< of all forwards: from the first begin to the last end
  int64_t gaps = 0;           ///< in that span
  double idle_share = 0;      ///< 1 − busy / span
  double forward_busy_s = 0;  ///< a forward, the mean: in which there was one or more of its launches
  double forward_span_s = 0;  ///< a forward, the mean: from its own first begin to its own last end
};

/// Whether the device waited for the host for more than half of the time: idle share over 0.5.
bool is_launch_bound(const DeviceUse& device);

/// What lies between the time of a forward by CUDA events, taken without recording, and by CUPTI:
/// difference = gaps − overlap + outside.
struct AgainstEvents {
  double event_time_s = 0;
  double difference_s = 0;  ///< event time − the launches added up
  double gaps_s = 0;        ///< between a forward's launches, while recorded
  double overlap_s = 0;     ///< counted more than once in the launches added up
  double outside_s = 0;     ///< event time − the forward's span: before the first launch and after the last. Below 0
                            ///< when launches follow each other faster without recording
};

struct ProfileSummary {
  DeviceTimes device_times = DeviceTimes::kNone;
  std::vector<int64_t> ops = {};       ///< of each forward
  std::vector<int64_t> launches = {};  ///< of each forward
  std::optional<IterationDifference> op_difference = {};
  std::optional<IterationDifference> launch_difference = {};
  std::vector<LaunchingCalls> launching_calls = {};  ///< in the order of their first call; none with a loss
  std::optional<HostUse> host = {};                  ///< nothing without a forward
  std::vector<ThreadOps> threads = {};               ///< that ran ops
  std::optional<DeviceUse> device = {};   ///< nothing when times aren't real, nothing was launched, or with a loss
  std::vector<KernelTimes> kernels = {};  ///< most device time first; none without `device`
  std::optional<AgainstEvents> against_events = {};  ///< nothing without either time
  int64_t launches_without_time = 0;                 ///< where times are real
  LossCount loss = {};
};

/// The figures of a profile. `event_time_s`: of one forward by CUDA events, without recording, with the caches in the
/// same state.
/// - A launching call is one with a launch, or one that failed and by its name launches, copies or sets.
/// - Busy time and idle share as Holistic Trace Analysis has them (breakdown_analysis.py, _get_idle_time_for_kernels):
///   idle time = (last end − first begin) − the merged time of all launches.
/// - With a loss it is not known what is missing, so that neither device figures nor launching calls are results.
/// Throws std::out_of_range for what belongs to no forward of the profile.
ProfileSummary summary_of(const Profile& profile, DeviceTimes device_times, std::optional<double> event_time_s = {});

/// A few lines that a person reads, each figure with the clock that it is from.
std::string summary_text(const ProfileSummary& summary);

}  // namespace attn
