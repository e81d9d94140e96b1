#pragma once

#include <optional>
#include <string>
#include <vector>

#include "profiling/device.h"
#include "profiling/forward.h"
#include "profiling/traffic.h"
#include "results/record.h"

namespace attn {

/// What one forward launched, and what its ops had to do.
struct Observation {
  std::vector<LaunchRow> launches = {};
  std::vector<OpRow> ops = {};           ///< every op of the forward, nested ones included
  std::optional<std::string> loss = {};  ///< why the number of launches is no result, where records were lost
  std::optional<double> floor_s = {};    ///< of the forward: the sum over its launching ops; nothing without peaks
  std::string backend;                   ///< see backend_of()
  Facts facts;                           ///< of the recorder, for runs.csv
};

/// Runs the forward twice: once with each launch recorded, once with the ops' tensors. Device times are kept only where
/// `times_are_real`. `attention`: see work_of(). Throws what the forward or the recorder throws.
Observation observe_forward(const Forward& forward, Device& device, const AttentionWork& attention,
                            const std::optional<DevicePeaks>& peaks, bool times_are_real);

}  // namespace attn
