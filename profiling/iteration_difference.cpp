#include "profiling/iteration_difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace attn {
namespace {

template <typename Event>
std::vector<std::vector<size_t>> by_iteration(const std::vector<Event>& events, size_t iterations) {
  std::vector<std::vector<size_t>> indices(iterations);
  for (size_t i = 0; i < events.size(); ++i) {
    const std::optional<int64_t> iteration = events[i].iteration;
    if (iteration) indices.at(static_cast<size_t>(*iteration)).push_back(i);
  }
  return indices;
}

bool same(const RecordedOp& left, const RecordedOp& right) {
  return left.depth == right.depth && left.name == right.name;
}

bool same(const Launch& left, const Launch& right) {
  return left.kind == right.kind && left.name == right.name;
}

std::string described(const RecordedOp& op) {
  return fmt::format("{} at depth {}", op.name, op.depth);
}

std::string described(const Launch& launch) {
  return fmt::format("{} {}", name_of(launch.kind), launch.name);
}

/// `what`: "op", "launch"; `plural`: "ops", "launches".
template <typename Event>
std::optional<IterationDifference> first_difference(const std::vector<Event>& events,
                                                    const std::vector<std::vector<size_t>>& iterations,
                                                    std::string_view what, std::string_view plural) {
  for (size_t i = 1; i < iterations.size(); ++i) {
    const std::vector<size_t>&first = iterations[0], &other = iterations[i];
    const size_t common = std::min(first.size(), other.size());
    for (size_t at = 0; at < common; ++at) {
      if (same(events[first[at]], events[other[at]])) continue;
      return IterationDifference{static_cast<int64_t>(i),
                                 fmt::format("{} {} of forward {} is {}, of forward 1 {}", what, at + 1, i + 1,
                                             described(events[other[at]]), described(events[first[at]]))};
    }
    if (first.size() != other.size())
      return IterationDifference{static_cast<int64_t>(i), fmt::format("forward {} has {} {}, forward 1 has {}", i + 1,
                                                                      other.size(), plural, first.size())};
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::vector<size_t>> ops_of_iterations(const Profile& profile) {
  return by_iteration(profile.ops, profile.iterations.size());
}

std::vector<std::vector<size_t>> launches_of_iterations(const Profile& profile) {
  return by_iteration(profile.launches, profile.iterations.size());
}

std::optional<IterationDifference> first_different_ops(const Profile& profile) {
  return first_difference(profile.ops, ops_of_iterations(profile), "op", "ops");
}

std::optional<IterationDifference> first_different_launches(const Profile& profile) {
  return first_difference(profile.launches, launches_of_iterations(profile), "launch", "launches");
}

}  // namespace attn
