#include "benchmarks/launch_list.h"

#include <gmock/gmock.h>

#include <array>

#include "tests/golden_file.h"
#include "tests/results/launch_rows.h"

namespace attn {
namespace {

LaunchRow kernel(const std::string& ops, const std::string& name) {
  LaunchRow row = kernel_row(ops, name);
  row.occupancy = 0.125;
  row.occupancy_limiter = "registers";
  return row;
}

LaunchRow library(const std::string& ops) {
  return library_row(ops, "cublasGemmStridedBatchedEx");
}

LaunchRow copy(int64_t bytes) {
  return copy_row("aten::masked_fill › aten::clone › aten::copy_", bytes);
}

/// A forward as naive attention launches it.
std::vector<LaunchRow> naive() {
  std::vector<LaunchRow> launches = {
      library("aten::matmul › aten::bmm"),
      kernel(
          "aten::mul",
          "void at::native::vectorized_elementwise_kernel<4, at::native::AUnaryFunctor<c10::BFloat16, c10::BFloat16, "
          "c10::BFloat16, at::native::binary_internal::MulFunctor<float> >, std::array<char*, 2ul> >(int)"),
      copy(268'435'456),
      kernel("aten::masked_fill › aten::masked_fill_", "void (anonymous namespace)::masked_fill_kernel(int)"),
      kernel("", "softmax"),
      library("aten::matmul › aten::bmm"),
  };
  for (size_t i = 0; i < launches.size(); ++i) launches[i].order = static_cast<int64_t>(i);
  return launches;
}

TEST(LaunchList, ShowsOneLineALaunch) {
  std::vector<LaunchRow> launches = naive();
  launches[4].registers.reset();  // unknown: left out
  launches[4].occupancy.reset();
  expect_golden("launches.txt", launch_list("Naive/a100/bf16", launches));
}

TEST(LaunchList, SaysWhyAKernelHasNoRegisters) {
  std::vector<LaunchRow> launches = naive();
  launches[4].registers.reset();
  const std::string list = launch_list("Naive", launches, "compiled by the driver");
  EXPECT_THAT(list, testing::ContainsRegex("softmax +8,8,16 × 128,1,1  registers: compiled by the driver"));
  EXPECT_EQ(list.find("compiled"), list.rfind("compiled")) << "of that kernel alone, and of no call into a library";
}

TEST(LaunchList, CutsNamesAndWordsToWhatATerminalShows) {
  LaunchRow known = copy(1);
  known.op_path.clear();
  known.name = "cudnn_generated_fort_native_sdpa_sm80_flash_fprop_wmma_f16_knob_6_128x64x64_4x1x1_cga1x1x1_kernel0_0";
  LaunchRow unknown = known;
  unknown.name = std::string(200, 'k');
  EXPECT_EQ(
      launch_list("C", std::array{known, unknown}),
      "C: 2 launches\n"
      "   1    memcpy   cudnn_generated_fort_native_sdpa_sm80_f…  cuDNN fused attention, forward, generated for this "
      "problem, …  1 bytes\n"
      "   1    memcpy   kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk…                       "
      "      "
      "    1 bytes\n");
}

TEST(LaunchList, CountsLaunchesByKind) {
  const LaunchCounts counts = count_launches(naive());
  EXPECT_EQ(counts.kernels, 3);
  EXPECT_EQ(counts.memcpys, 1);
  EXPECT_EQ(counts.memsets, 0);
  EXPECT_EQ(counts.library_calls, 2);
  EXPECT_EQ(counts.all(), 6);
}

TEST(Guess, NamesTheCopyThatWasForgotten) {
  EXPECT_EQ(judge_guess("Naive/a100", naive(), {.variant = "Naive", .launches = 5}),
            "Naive/a100: 6 launches, you guessed 5: one Memcpy DtoD of 268,435,456 bytes, from aten::masked_fill › "
            "aten::clone › aten::copy_");
}

TEST(Guess, ThatIsRightIsSaidToBe) {
  EXPECT_EQ(judge_guess("Naive/a100", naive(), {.variant = "Naive", .launches = 6}),
            "Naive/a100: 6 launches, as you guessed");
}

TEST(Guess, OfMoreThanTheCopiesExplainListsTheOpsThatLaunched) {
  const std::string verdict = judge_guess("N", naive(), {.variant = "N", .launches = 3});
  EXPECT_THAT(verdict, testing::StartsWith("N: 6 launches, you guessed 3: 2 from aten::matmul"));
}

TEST(Guess, WithoutACopyToBlameListsTheOpsThatLaunched) {
  std::vector<LaunchRow> launches = naive();
  launches.erase(launches.begin() + 2);
  EXPECT_EQ(
      judge_guess("N", launches, {.variant = "N", .launches = 1}),
      "N: 5 launches, you guessed 1: 2 from aten::matmul › aten::bmm, 1 from aten::mul, 1 from aten::masked_fill › "
      "aten::masked_fill_, 1 outside any op");
}

TEST(Guess, OfTooManyBlamesNoCopy) {
  const std::string verdict = judge_guess("N", naive(), {.variant = "N", .launches = 9});
  EXPECT_THAT(verdict, testing::StartsWith("N: 6 launches, you guessed 9: 2 from aten::matmul"));
}

}  // namespace
}  // namespace attn
