#pragma once

#include <optional>
#include <string>
#include <vector>

#include "profiling/captured_forward.h"
#include "profiling/device.h"
#include "profiling/traffic.h"
#include "results/record.h"

namespace attn {

/// What one forward launched, and what its ops had to do.
struct Observation {
  std::vector<LaunchRow> launches = {};
  std::string unknown_registers = {};    ///< why those of a kernel are missing, where that is known
  std::vector<OpRow> ops = {};           ///< every op of the forward, nested ones included
  std::optional<std::string> loss = {};  ///< why the number of launches is no result, where records were lost
  std::optional<double> floor_s = {};    ///< of the forward: the sum over its launching ops; nothing without peaks
  std::string backend;                   ///< see backend_of()
  Facts facts;                           ///< of the recorder, for runs.csv
};

/// Runs the forward twice: once with each launch recorded, once with the ops' tensors. A graph is replayed once, and
/// its ops are those of the forward that was captured, see give_ops(). Device times are kept only where
/// `times_are_real`. `attention`: see work_of(). Throws what the forward or the recorder throws.
Observation observe_forward(const LaunchedForward& forward, Device& device, const AttentionWork& attention,
                            const std::optional<DevicePeaks>& peaks, bool times_are_real);

}  // namespace attn
