#include "profiling/match_inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace attn {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

constexpr int64_t kThread = 100, kOtherThread = 101;

RecordedOp op(const std::string& name, int64_t iteration = 0, int64_t depth = 0, int64_t thread = kThread) {
  return {.name = name, .depth = depth, .iteration = iteration, .thread = thread};
}

/// One an op, each of another size.
std::vector<OpInputs> inputs_for(const std::vector<RecordedOp>& ops) {
  std::vector<OpInputs> inputs;
  for (size_t i = 0; i < ops.size(); ++i) inputs.push_back({{.type = "float", .sizes = {{static_cast<int64_t>(i)}}}});
  return inputs;
}

std::vector<std::optional<size_t>> matched(const std::vector<RecordedOp>& ops, const std::vector<RecordedOp>& others) {
  Profile profile{.thread = kThread, .ops = ops};
  match_inputs(profile, others, inputs_for(others));
  EXPECT_EQ(profile.inputs.size(), others.size());
  std::vector<std::optional<size_t>> found;
  for (const RecordedOp& each : profile.ops) found.push_back(each.inputs);
  return found;
}

TEST(MatchInputs, EachForwardsOpsAreGivenWhatTheirLikeWas) {
  EXPECT_THAT(matched({op("a"), op("b", 0, 1), op("a", 1), op("b", 1, 1)}, {op("a"), op("b", 0, 1)}),
              ElementsAre(Optional(0U), Optional(1U), Optional(0U), Optional(1U)));
}

TEST(MatchInputs, AForwardOfOtherOpsIsLeftOutAlone) {
  EXPECT_THAT(matched({op("a"), op("c"), op("a", 1), op("b", 1)}, {op("a"), op("b")}),
              ElementsAre(std::nullopt, std::nullopt, Optional(0U), Optional(1U)));
  EXPECT_THAT(matched({op("a")}, {op("a"), op("b")}), ElementsAre(std::nullopt)) << "one op fewer";
  EXPECT_THAT(matched({op("a"), op("b"), op("b")}, {op("a"), op("b")}),
              ElementsAre(std::nullopt, std::nullopt, std::nullopt))
      << "one op more";
}

TEST(MatchInputs, TheSameNamesNestedOtherwiseDontAgree) {
  EXPECT_THAT(matched({op("a"), op("b")}, {op("a"), op("b", 0, 1)}), ElementsAre(std::nullopt, std::nullopt));
}

TEST(MatchInputs, OpsOfOtherThreadsAreNeitherMatchedNorInTheWay) {
  EXPECT_THAT(matched({op("a"), op("worker", 0, 0, kOtherThread), op("b")},
                      {op("worker", 0, 0, kOtherThread), op("a"), op("b")}),
              ElementsAre(Optional(1U), std::nullopt, Optional(2U)));
}

TEST(MatchInputs, WithoutAFurtherForwardNothingIsKnown) {
  EXPECT_THAT(matched({op("a")}, {}), ElementsAre(std::nullopt));
  EXPECT_THAT(matched({}, {op("a")}), IsEmpty());
}

}  // namespace
}  // namespace attn
