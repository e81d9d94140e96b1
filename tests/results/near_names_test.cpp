#include "results/near_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace attn {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::vector<std::string> kVariants = {"Naive",         "NaiveInplace", "SdpaAuto", "SdpaMath",
                                            "SdpaEfficient", "SdpaFlash",    "SdpaCudnn"};

TEST(NearNames, FindsATypingErrorWhateverTheCase) {
  EXPECT_THAT(near_names("naiv", kVariants), ElementsAre("Naive", "NaiveInplace"));
  EXPECT_THAT(near_names("SDPAFLASH", kVariants), ElementsAre("SdpaFlash", "SdpaMath"));
  EXPECT_THAT(near_names("Naiev", kVariants), ElementsAre("Naive"));
}

TEST(NearNames, FindsWhatContainsTheGivenNameOrIsContainedInIt) {
  EXPECT_THAT(near_names("efficient", kVariants), ElementsAre("SdpaEfficient"));
  EXPECT_THAT(near_names("NaiveWithEverything", kVariants), ElementsAre("Naive"));
}

TEST(NearNames, GivesThreeAtMostInTheOrderOfTheList) {
  EXPECT_THAT(near_names("sdpa", kVariants), ElementsAre("SdpaAuto", "SdpaMath", "SdpaFlash"));
}

TEST(NearNames, GivesNothingWhereNothingIsNear) {
  EXPECT_THAT(near_names("transformer", kVariants), IsEmpty());
  EXPECT_THAT(near_names("x", kVariants), IsEmpty());
  EXPECT_THAT(near_names("", kVariants), IsEmpty());
  EXPECT_THAT(near_names("Naive", {}), IsEmpty());
}

TEST(NearNames, EndAMessageOrAddNothingToIt) {
  EXPECT_EQ(did_you_mean("naiv", kVariants), " (did you mean Naive, NaiveInplace?)");
  EXPECT_EQ(did_you_mean("transformer", kVariants), "");
}

}  // namespace
}  // namespace attn
