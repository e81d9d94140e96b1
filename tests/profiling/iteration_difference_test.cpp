#include "profiling/iteration_difference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/profiling/example_profile.h"

namespace attn {
namespace {

using testing::ElementsAre;

TEST(IterationDifference, IsNothingWhenForwardsDoTheSame) {
  const ExampleProfile example = example_of_two_forwards();
  EXPECT_FALSE(first_different_ops(example.profile));
  EXPECT_FALSE(first_different_launches(example.profile));
}

TEST(IterationDifference, IsNothingWithoutForwardsOrWithOne) {
  EXPECT_FALSE(first_different_ops({}));
  EXPECT_FALSE(first_different_launches({}));
  ExampleProfile example;
  add_example_forward(example, 0);
  EXPECT_FALSE(first_different_ops(example.profile));
  EXPECT_FALSE(first_different_launches(example.profile));
}

TEST(IterationDifference, NamesTheFirstLaunchThatIsAnother) {
  ExampleProfile example = example_of_two_forwards();
  add_example_forward(example, 4000);
  example.profile.launches[4].name = "other";
  const auto difference = first_different_launches(example.profile);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->iteration, 1);
  EXPECT_EQ(difference->how, "launch 2 of forward 2 is kernel other, of forward 1 kernel mul");
  EXPECT_FALSE(first_different_ops(example.profile));
}

TEST(IterationDifference, TellsAKernelFromACopyOfTheSameName) {
  ExampleProfile example = example_of_two_forwards();
  example.profile.launches[5].kind = LaunchKind::kKernel;
  EXPECT_EQ(first_different_launches(example.profile)->how,
            "launch 3 of forward 2 is kernel Memcpy DtoD, of forward 1 memcpy Memcpy DtoD");
}

TEST(IterationDifference, CountsWhereOneForwardHasMore) {
  ExampleProfile example = example_of_two_forwards();
  example.op("aten::add", 2800, 2900);
  example.profile.launches.pop_back();
  EXPECT_EQ(first_different_ops(example.profile)->how, "forward 2 has 4 ops, forward 1 has 3");
  EXPECT_EQ(first_different_launches(example.profile)->how, "forward 2 has 2 launches, forward 1 has 3");
}

TEST(IterationDifference, SeesAnOpThatIsCalledFromElsewhere) {
  ExampleProfile example = example_of_two_forwards();
  example.profile.ops[4].depth = 0;
  EXPECT_EQ(first_different_ops(example.profile)->how,
            "op 2 of forward 2 is aten::bmm at depth 0, of forward 1 aten::bmm at depth 1");
}

TEST(IterationDifference, LeavesOutLaunchesOfNoKnownForward) {
  ExampleProfile example = example_of_two_forwards();
  example.profile.launches[1].iteration.reset();
  EXPECT_THAT(launches_of_iterations(example.profile), ElementsAre(ElementsAre(0, 2), ElementsAre(3, 4, 5)));
}

TEST(IterationDifference, RefusesWhatBelongsToNoForward) {
  ExampleProfile example = example_of_two_forwards();
  example.profile.ops[0].iteration = 2;
  example.profile.launches[0].iteration = -1;
  EXPECT_THROW(first_different_ops(example.profile), std::out_of_range);
  EXPECT_THROW(first_different_launches(example.profile), std::out_of_range);
}

}  // namespace
}  // namespace attn
