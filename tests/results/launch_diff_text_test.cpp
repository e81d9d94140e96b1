#include <gtest/gtest.h>

#include "results/launch_diff.h"
#include "tests/results/launch_rows.h"

namespace attn {
namespace {

using Rows = std::vector<LaunchRow>;

std::string described(const Rows& first, const Rows& second) {
  return describe_launch_diff(diff_launches(first, second));
}

TEST(LaunchDiffText, SaysWhenNothingIsDifferent) {
  EXPECT_EQ(described({kernel_row("aten::mul", "mul")}, {kernel_row("aten::mul", "mul")}),
            "nothing is different: 1 launch is the same\n");
  EXPECT_EQ(described({}, {}), "nothing is different\n");
}

TEST(LaunchDiffText, NamesWhatIsExtraMissingAndChanged) {
  const Rows first = {kernel_row("aten::mul", "void mul<4>(int)"), kernel_row("", "lost"),
                      kernel_row("aten::attention", "void flash_fwd_kernel<64>(P)")};
  Rows second = {first[0], copy_row("aten::masked_fill › aten::clone", 268'435'456), first[2]};
  second[2].registers = 168;
  second[2].grid->z = 8;
  EXPECT_EQ(described(first, second),
            "- 1 lost (8,8,16 × 128,1,1), outside any op\n"
            "+ 1 Memcpy DtoD of 268,435,456 bytes, from aten::masked_fill › aten::clone\n"
            "~ grid 8,8,16 → 8,8,8, registers 255 → 168: flash_fwd_kernel<64>, from aten::attention\n"
            "1 launch is the same\n");
}

TEST(LaunchDiffText, ShowsEnoughOfTwoNamesToTellThemApart) {
  const std::string head = "void " + std::string(80, 'k');
  const auto change = [](const std::string& before, const std::string& after) {
    return described({kernel_row("aten::mm", before)}, {kernel_row("aten::mm", after)});
  };
  EXPECT_EQ(change("gemm_align1", "gemm_align8"),
            "~ name gemm_align1 → gemm_align8, from aten::mm\n0 launches are the same\n");
  EXPECT_EQ(change(head + "1(int)", head + "8(int)"), "~ name " + std::string(80, 'k') + "1 → " + std::string(80, 'k') +
                                                          "8, from aten::mm\n0 launches are the same\n");
  EXPECT_EQ(change("void k(int)", "void k(long)"),
            "~ name void k(int) → void k(long), from aten::mm\n0 launches are the same\n");
}

TEST(LaunchDiffText, SaysWhatLibraryCallsLaunched) {
  LaunchRow reduce = kernel_row("aten::mm", "splitKreduce");
  reduce.grid.reset();
  EXPECT_EQ(described({library_row("aten::mm")}, {kernel_row("aten::mm", "ampere_gemm"), reduce}),
            "nothing is different\n"
            "cublasGemmEx launched ampere_gemm (8,8,16 × 128,1,1) and splitKreduce, from aten::mm\n");
  EXPECT_EQ(described({library_row("aten::mm"), library_row("aten::mm")}, {reduce}),
            "nothing is different\n2 calls of cublasGemmEx launched splitKreduce, from aten::mm\n");
}

TEST(LaunchDiffText, CountsEqualLinesAndLeavesOutTheLast) {
  Rows second(3, copy_row("aten::clone", 4));
  second.push_back(kernel_row("aten::mul", "mul {lambda()#1}"));
  second.push_back(kernel_row("aten::add", "add\nadd"));
  const LaunchDiff diff = diff_launches({}, second);
  EXPECT_EQ(describe_launch_diff(diff, 1),
            "+ 3 Memcpy DtoD of 4 bytes, from aten::clone\n… and 2 lines more\n0 launches are the same\n");
  EXPECT_EQ(describe_launch_diff(diff, 3),
            "+ 3 Memcpy DtoD of 4 bytes, from aten::clone\n"
            "+ 1 mul {lambda()#1} (8,8,16 × 128,1,1), from aten::mul\n"
            "+ 1 add add (8,8,16 × 128,1,1), from aten::add\n"
            "0 launches are the same\n");
  EXPECT_EQ(described(Rows(2, library_row("aten::mm")), Rows(2, kernel_row("aten::mm", "gemm"))),
            "nothing is different\n2 × cublasGemmEx launched gemm (8,8,16 × 128,1,1), from aten::mm\n");
}

}  // namespace
}  // namespace attn
