#include "profiling/profile.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(LaunchKind, HasTheNameThatTheFilesUse) {
  EXPECT_EQ(name_of(LaunchKind::kKernel), "kernel");
  EXPECT_EQ(name_of(LaunchKind::kMemcpy), "memcpy");
  EXPECT_EQ(name_of(LaunchKind::kMemset), "memset");
  EXPECT_EQ(name_of(LaunchKind::kLibrary), "library");
}

TEST(OpPath, GoesFromTheOutermostOpInwards) {
  const std::vector<RecordedOp> ops = {
      {"aten::masked_fill", -1, 0}, {"aten::clone", 0, 1}, {"aten::copy_", 1, 2}, {"aten::masked_fill_", 0, 1}};
  EXPECT_EQ(op_path_of(ops, 2), "aten::masked_fill › aten::clone › aten::copy_");
  EXPECT_EQ(op_path_of(ops, 3), "aten::masked_fill › aten::masked_fill_");
  EXPECT_EQ(op_path_of(ops, 0), "aten::masked_fill");
}

TEST(OpPath, IsEmptyOutsideAnyOp) {
  EXPECT_EQ(op_path_of({}, std::nullopt), "");
}

TEST(Loss, IsDescribedByAllThatIsNotNothing) {
  LossCount loss;
  EXPECT_EQ(describe_loss(loss), std::nullopt);
  loss.dropped = 3;
  loss.zero_time = 1;
  EXPECT_EQ(describe_loss(loss), "3 records dropped, 1 launch without times: the count is no result");
  loss = {.invalid = 2, .unlinked = 1};
  EXPECT_EQ(describe_loss(loss),
            "2 buffers not readable to the end, 1 launch not linked to a call of the forward: the count is no result");
  EXPECT_EQ(loss.total(), 3);
  loss = {.missing = 1};
  EXPECT_EQ(describe_loss(loss), "1 launch without its record: the count is no result");
  loss.missing = 2;
  EXPECT_EQ(describe_loss(loss), "2 launches without their records: the count is no result");
  EXPECT_EQ(loss.total(), 2);
}

}  // namespace
}  // namespace attn
