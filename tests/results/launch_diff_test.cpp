#include "results/launch_diff.h"

#include <gmock/gmock.h>

#include <chrono>

#include "tests/results/launch_rows.h"

namespace attn {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using Rows = std::vector<LaunchRow>;

std::vector<std::string> names(const Rows& rows) {
  std::vector<std::string> names;
  for (const LaunchRow& row : rows) names.push_back(row.name);
  return names;
}

/// A plan of naive attention, and what a GPU then shows for it.
Rows planned() {
  return {library_row("aten::bmm"),
          kernel_row("aten::mul", "mul"),
          copy_row("aten::copy_", 64),
          kernel_row("aten::masked_fill_", "fill"),
          kernel_row("aten::_softmax", "softmax"),
          library_row("aten::bmm")};
}

Rows seen() {
  Rows rows = planned();
  rows[0] = kernel_row("aten::bmm", "gemm_tn");
  rows[5] = kernel_row("aten::bmm", "gemm_nn");
  return rows;
}

TEST(LaunchDiff, OfEqualListsIsNothing) {
  const LaunchDiff diff = diff_launches(seen(), seen());
  EXPECT_EQ(diff.matched, 6);
  EXPECT_THAT(diff.differences, IsEmpty());
  EXPECT_THAT(diff.library, IsEmpty());
  EXPECT_EQ(diff_launches({}, {}).matched, 0);
}

TEST(LaunchDiff, FindsWhatIsExtraAndWhatIsMissing) {
  Rows rows = seen();
  rows.insert(rows.begin() + 3, copy_row("aten::clone", 32));
  rows.erase(rows.begin() + 1);
  const LaunchDiff diff = diff_launches(seen(), rows);
  EXPECT_EQ(diff.matched, 5);
  ASSERT_THAT(diff.differences, SizeIs(2));
  EXPECT_EQ(diff.differences[0].before->name, "mul");
  EXPECT_EQ(diff.differences[0].after, std::nullopt);
  EXPECT_EQ(diff.differences[1].before, std::nullopt);
  EXPECT_EQ(diff.differences[1].after->op_path, "aten::clone");
}

TEST(LaunchDiff, SaysOfOneLaunchWhatChanged) {
  Rows rows = seen();
  rows[1].registers = 1168;
  rows[1].grid->x = 4;
  rows[1].block->y = 2;
  rows[1].static_shared_bytes = 16;
  rows[1].dynamic_shared_bytes = 0;
  rows[2].bytes = 2048;
  const LaunchDiff diff = diff_launches(seen(), rows);
  EXPECT_EQ(diff.matched, 4);
  ASSERT_THAT(diff.differences, SizeIs(2));
  EXPECT_THAT(diff.differences[0].fields,
              ElementsAre(ChangedField{.name = "grid", .before = "8,8,16", .after = "4,8,16"},
                          ChangedField{.name = "block", .before = "128,1,1", .after = "128,2,1"},
                          ChangedField{.name = "registers", .before = "255", .after = "1,168"},
                          ChangedField{.name = "static shared bytes", .before = "0", .after = "16"},
                          ChangedField{.name = "dynamic shared bytes", .before = "49,152", .after = "0"}));
  EXPECT_THAT(diff.differences[1].fields, ElementsAre(ChangedField{.name = "bytes", .before = "64", .after = "2,048"}));
}

TEST(LaunchDiff, OfAFigureThatOneSideDoesNotKnowIsNone) {
  Rows rows = seen();
  rows[1].registers.reset();
  rows[1].occupancy = 0.5;
  rows[1].time_s = 1e-3;
  EXPECT_EQ(diff_launches(seen(), rows).matched, 6);
  EXPECT_EQ(diff_launches(rows, seen()).matched, 6);
}

TEST(LaunchDiff, TakesAnotherKernelOfTheSameOpForAChangedOne) {
  Rows rows = seen();
  rows[0].name = "gemm_tn_align8";
  const LaunchDiff diff = diff_launches(seen(), rows);
  EXPECT_EQ(diff.matched, 5);
  ASSERT_THAT(diff.differences, SizeIs(1));
  EXPECT_THAT(diff.differences[0].fields,
              ElementsAre(ChangedField{.name = "name", .before = "gemm_tn", .after = "gemm_tn_align8"}));
}

TEST(LaunchDiff, TakesAKernelUnderAnotherOpForAChangedOneButNotACopy) {
  Rows rows = seen();
  rows[4].op_path = "aten::_safe_softmax";
  rows[2].op_path = "aten::clone";
  const LaunchDiff diff = diff_launches(seen(), rows);
  EXPECT_EQ(diff.matched, 4);
  ASSERT_THAT(diff.differences, SizeIs(3));
  EXPECT_FALSE(diff.differences[0].after);
  EXPECT_FALSE(diff.differences[1].before);
  EXPECT_THAT(diff.differences[2].fields,
              ElementsAre(ChangedField{.name = "op", .before = "aten::_softmax", .after = "aten::_safe_softmax"}));
}

TEST(LaunchDiff, LetsALibraryCallStandForWhatItLaunched) {
  const LaunchDiff diff = diff_launches(planned(), seen());
  EXPECT_EQ(diff.matched, 4);
  EXPECT_THAT(diff.differences, IsEmpty());
  ASSERT_THAT(diff.library, SizeIs(2));
  EXPECT_EQ(diff.library[0].calls[0].name, "cublasGemmEx");
  EXPECT_THAT(names(diff.library[0].launched), ElementsAre("gemm_tn"));
  EXPECT_THAT(names(diff.library[1].launched), ElementsAre("gemm_nn"));
}

TEST(LaunchDiff, LetsALibraryCallStandForSeveralLaunchesOfItsOp) {
  LaunchRow workspace = copy_row("aten::bmm", 16);
  workspace.kind = "memset";
  Rows rows = seen();
  rows.insert(rows.begin(), workspace);
  rows.insert(rows.begin() + 2, kernel_row("aten::bmm", "splitKreduce"));
  const LaunchDiff diff = diff_launches(planned(), rows);
  EXPECT_THAT(diff.differences, IsEmpty());
  ASSERT_THAT(diff.library, SizeIs(2));
  EXPECT_THAT(names(diff.library[0].launched), ElementsAre("Memcpy DtoD", "gemm_tn", "splitKreduce"));
}

TEST(LaunchDiff, TellsNeighbouringLibraryCallsApartWhereItCan) {
  const Rows calls = {library_row("aten::mm"), library_row("aten::mm")};
  const Rows repeated = {kernel_row("aten::mm", "gemm"), kernel_row("aten::mm", "reduce"),
                         kernel_row("aten::mm", "gemm"), kernel_row("aten::mm", "reduce")};
  const LaunchDiff apart = diff_launches(calls, repeated);
  ASSERT_THAT(apart.library, SizeIs(2));
  EXPECT_THAT(names(apart.library[1].launched), ElementsAre("gemm", "reduce"));

  const LaunchDiff each = diff_launches(calls, Rows{kernel_row("aten::mm", "a"), kernel_row("aten::mm", "b")});
  ASSERT_THAT(each.library, SizeIs(2));
  EXPECT_THAT(names(each.library[0].launched), ElementsAre("a"));

  const LaunchDiff unknown = diff_launches(calls, Rows(repeated.begin(), repeated.begin() + 3));
  ASSERT_THAT(unknown.library, SizeIs(1));
  EXPECT_THAT(unknown.library[0].calls, SizeIs(2));
  EXPECT_THAT(names(unknown.library[0].launched), ElementsAre("gemm", "reduce", "gemm"));
}

TEST(LaunchDiff, MissesALibraryCallThatLaunchedNothing) {
  Rows rows = seen();
  rows.erase(rows.begin());
  const LaunchDiff diff = diff_launches(planned(), rows);
  ASSERT_THAT(diff.differences, SizeIs(1));
  EXPECT_EQ(diff.differences[0].before->kind, "library");
  EXPECT_THAT(diff.library, SizeIs(1));
}

TEST(LaunchDiff, ComparesLibraryCallsOfTwoPlans) {
  Rows rows = planned();
  rows[5].name = "cublasLtMatmul";
  const LaunchDiff diff = diff_launches(planned(), rows);
  EXPECT_EQ(diff.matched, 5);
  EXPECT_THAT(diff.library, IsEmpty());
  ASSERT_THAT(diff.differences, SizeIs(1));
  EXPECT_EQ(diff.differences[0].fields[0].after, "cublasLtMatmul");
}

TEST(LaunchDiff, OfTensOfThousandsOfLaunchesTakesSeconds) {
  Rows first, second;
  for (int i = 0; i < 30'000; ++i) {
    first.push_back(kernel_row("aten::op" + std::to_string(i % 7), "k" + std::to_string(i % 11)));
    second.push_back(kernel_row("aten::op" + std::to_string(i % 5), "k" + std::to_string(i % 13)));
  }
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_GT(diff_launches(first, second).differences.size(), 1000U);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

}  // namespace
}  // namespace attn
