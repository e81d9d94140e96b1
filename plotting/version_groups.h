#pragma once

#include <string>
#include <vector>

#include "plotting/panels.h"
#include "results/comparing/by_value.h"

namespace attn {

/// Measured runs that are alike in all that changes times but one version.
struct VersionGroup {
  std::string version_of;         ///< "driver_version" or "libtorch_version"
  std::string title;              ///< "NVIDIA A100-SXM4-80GB · LibTorch 2.11.0"
  std::vector<ValueRuns> values;  ///< at least two, in the order of releases
  std::vector<const KeptRun*> runs;
};

/// Those of several drivers, then those of several LibTorchs. Runs of a CPU have no driver. The data are to outlive it.
std::vector<VersionGroup> version_groups(const PlotData& data);

}  // namespace attn
