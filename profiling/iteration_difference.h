#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profiling/profile.h"

namespace attn {

/// The first forward of a profile that did not do what the first one did.
struct IterationDifference {
  int64_t iteration = 0;  ///< from 0
  std::string how;        ///< "launch 3 of forward 2 is memcpy Memcpy DtoD, of forward 1 kernel mul"; counted from 1
};

/// By the names and depths of the ops, in order.
std::optional<IterationDifference> first_different_ops(const Profile& profile);

/// By the kinds and names of the launches, in order.
std::optional<IterationDifference> first_different_launches(const Profile& profile);

/// For each forward the indices of its ops, or of its launches, in the order of the profile; without
/// launches of no known forward. Throws std::out_of_range for one of a forward that the profile doesn't have.
std::vector<std::vector<size_t>> ops_of_iterations(const Profile& profile);
std::vector<std::vector<size_t>> launches_of_iterations(const Profile& profile);

}  // namespace attn
