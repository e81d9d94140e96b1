#include "profiling/captured_forward.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace attn {
namespace {

using testing::ElementsAre;

/// Launches that begin at these microseconds and take 1 µs each.
std::vector<Launch> launches_at(const std::vector<double>& starts_us) {
  std::vector<Launch> launches(starts_us.size());
  for (size_t i = 0; i < starts_us.size(); ++i) {
    const auto begin_ns = static_cast<int64_t>(starts_us[i] * 1000);
    launches[i].span = TimeSpan{.begin_ns = begin_ns, .end_ns = begin_ns + 1000};
  }
  return launches;
}

std::vector<std::optional<size_t>> given(std::vector<Launch> launches,
                                         const std::vector<std::optional<size_t>>& node_ops) {
  give_ops(launches, {.replay = {}, .traced = {}, .node_ops = node_ops});
  std::vector<std::optional<size_t>> ops;
  for (const Launch& launch : launches) ops.push_back(launch.op);
  return ops;
}

TEST(GraphsOps, AreGivenInTheOrderOfCapture) {
  EXPECT_THAT(given(launches_at({0, 1, 3}), {4, std::nullopt, 7}), ElementsAre(4, std::nullopt, 7));
}

TEST(GraphsOps, AreNotGuessedWhereANodeHasNoLaunch) {
  EXPECT_THAT(given(launches_at({0, 1}), {4, 5, 7}), ElementsAre(std::nullopt, std::nullopt));
}

TEST(GraphsOps, AreNotGuessedWhereNodesRanSideBySide) {
  EXPECT_THAT(given(launches_at({0, 0.5}), {4, 5}), ElementsAre(std::nullopt, std::nullopt));
}

TEST(GraphsOps, AreNotGuessedWithoutAllTimes) {
  std::vector<Launch> launches = launches_at({0, 1});
  launches[1].span.reset();
  EXPECT_THAT(given(launches, {4, 5}), ElementsAre(std::nullopt, std::nullopt));
}

}  // namespace
}  // namespace attn
