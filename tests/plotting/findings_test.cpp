#include "plotting/page/findings.h"

#include <gmock/gmock.h>

#include <array>

#include "tests/plotting/example_runs.h"
#include "tests/results/temporary_folder.h"

namespace attn {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

PlotData example(const std::string& name, const TemporaryFolder& folder) {
  make_example(name, folder.path());
  return read_plot_data(std::array{folder.path()});
}

TEST(FindingsTest, TheFastestVariantIsNamedWithItsLengthsAndItsSpeedUp) {
  const TemporaryFolder folder;
  keep_example(folder.path(), {});
  EXPECT_THAT(fastest_found(read_plot_data(std::array{folder.path()})),
              ElementsAre("SdpaFlash is the fastest at all 3 lengths from 256 to 1,024, 2.0 times as fast as Naive."));
}

TEST(FindingsTest, TheExponentIsThatOfTheTimes) {
  const TemporaryFolder folder;
  EXPECT_THAT(exponents_found(example("gpu", folder)), ElementsAre(HasSubstr("Naive 2.00 (2.00 to 2.00)")));
}

TEST(FindingsTest, WithoutFiveLengthsTheReasonStands) {
  const TemporaryFolder folder;
  EXPECT_THAT(exponents_found(example("zero_times", folder)), ElementsAre(HasSubstr("No exponent: ")));
}

TEST(FindingsTest, WhatFailedIsCountedWithItsReason) {
  const TemporaryFolder folder;
  EXPECT_THAT(failures_found(example("gpu", folder)),
              ElementsAre("1 of 18 cases is unsupported: cuDNN refuses: head_dim is too large"));
}

TEST(FindingsTest, WhereAllFailedNothingIsCalledFast) {
  const TemporaryFolder folder;
  const PlotData data = example("all_failed", folder);
  EXPECT_THAT(fastest_found(data), ElementsAre("No case has a time, so no variant is called the fastest."));
  EXPECT_THAT(exponents_found(data), IsEmpty());
  EXPECT_THAT(failures_found(data), ElementsAre("6 of 6 cases are failed: the device was lost"));
}

TEST(FindingsTest, APlanSaysThatNothingWasTimedAndWhoLaunchesLeast) {
  const TemporaryFolder folder;
  const PlotData data = example("planned", folder);
  EXPECT_THAT(what_ran(data), Contains(HasSubstr("NVIDIA A100-SXM4-80GB (planned: nothing was timed)")));
  EXPECT_THAT(fastest_found(data), Contains("fewest SdpaFlash with 1 launch; most Naive with 6 launches."));
}

}  // namespace
}  // namespace attn
