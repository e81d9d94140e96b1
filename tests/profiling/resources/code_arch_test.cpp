#include "profiling/resources/code_arch.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

CodeArch arch(const char* text) {
  return parse_code_arch(text).value();
}

TEST(CodeArch, ReadsTheNamesThatCompilersUse) {
  EXPECT_EQ(arch("sm_80"), (CodeArch{8, 0, 0}));
  EXPECT_EQ(arch("sm_90a"), (CodeArch{9, 0, 'a'}));
  EXPECT_EQ(arch("sm_103f"), (CodeArch{10, 3, 'f'}));
  for (const char* text : {"sm_75", "sm_90a", "sm_120"}) EXPECT_EQ(name_of(arch(text)), text);
}

TEST(CodeArch, IsNothingForOtherTexts) {
  for (const char* text : {"", "sm_", "sm_8", "sm_a", "80", "compute_80", "sm_80b", "sm_8-0", "sm_80 ", "sm_12345"}) {
    EXPECT_FALSE(parse_code_arch(text).has_value()) << text;
  }
}

TEST(CodeArch, ACardRunsCodeOfItsMajorVersionThatIsNotNewer) {
  EXPECT_TRUE(runs_on(arch("sm_80"), arch("sm_80")));
  EXPECT_TRUE(runs_on(arch("sm_86"), arch("sm_89")));
  EXPECT_FALSE(runs_on(arch("sm_89"), arch("sm_86")));
  EXPECT_FALSE(runs_on(arch("sm_80"), arch("sm_90")));
  EXPECT_FALSE(runs_on(arch("sm_90"), arch("sm_100")));
  EXPECT_FALSE(runs_on(arch("sm_100"), arch("sm_120")));
}

TEST(CodeArch, ALetterNarrowsWhereCodeRuns) {
  EXPECT_TRUE(runs_on(arch("sm_90a"), arch("sm_90")));
  EXPECT_TRUE(runs_on(arch("sm_100a"), arch("sm_100")));
  EXPECT_FALSE(runs_on(arch("sm_100a"), arch("sm_103")));
  EXPECT_TRUE(runs_on(arch("sm_100f"), arch("sm_103")));
  EXPECT_FALSE(runs_on(arch("sm_103f"), arch("sm_100")));
  EXPECT_FALSE(runs_on(arch("sm_100f"), arch("sm_120")));
}

TEST(CodeArch, PtxRunsOnEveryLaterCardUnlessALetterNarrowsIt) {
  EXPECT_TRUE(ptx_runs_on(arch("sm_80"), arch("sm_80")));
  EXPECT_TRUE(ptx_runs_on(arch("sm_75"), arch("sm_120")));
  EXPECT_FALSE(ptx_runs_on(arch("sm_120"), arch("sm_103")));
  EXPECT_FALSE(ptx_runs_on(arch("sm_90a"), arch("sm_100")));
  EXPECT_TRUE(ptx_runs_on(arch("sm_90a"), arch("sm_90")));
}

TEST(CodeArch, TheLaterAndThenTheMoreSpecificFitsBetter) {
  EXPECT_TRUE(fits_better(arch("sm_86"), arch("sm_80")));
  EXPECT_FALSE(fits_better(arch("sm_80"), arch("sm_86")));
  EXPECT_TRUE(fits_better(arch("sm_90a"), arch("sm_90")));
  EXPECT_TRUE(fits_better(arch("sm_103"), arch("sm_100f")));
  EXPECT_TRUE(fits_better(arch("sm_100f"), arch("sm_100")));
  EXPECT_FALSE(fits_better(arch("sm_80"), arch("sm_80")));
}

}  // namespace
}  // namespace attn
