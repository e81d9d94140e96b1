#pragma once

#include <map>
#include <string>
#include <vector>

#include "results/record.h"

namespace attn {

/// What a plan says that cases launch.
struct PlannedLaunches {
  std::string card;                                       ///< planned for: "h200", "sm_90"
  std::map<std::string, std::vector<LaunchRow>> by_case;  ///< by the case's name in the plan
};

}  // namespace attn
