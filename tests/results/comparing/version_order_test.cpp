#include "results/comparing/version_order.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

namespace attn {
namespace {

TEST(VersionOrder, FollowsReleases) {
  const std::vector<std::string> releases = {
      "2.9.1",     "2.11.0", "2.12.0.dev20261001", "2.12.0a0",  "2.12.0rc1",  "2.12.0",   "2.12.0+cu130", "2.12.1",
      "550.54.15", "570.86", "580.65.06",          "580.95.05", "580.105.08", "590.10.01"};
  for (size_t i = 0; i < releases.size(); ++i) {
    for (size_t j = 0; j < releases.size(); ++j) {
      EXPECT_EQ(version_less(releases[i], releases[j]), i < j) << releases[i] << " and " << releases[j];
    }
  }
}

TEST(VersionOrder, PutsWordsInTheirOrderAndNumbersByValue) {
  std::vector<std::string> names = {"threads 10", "b", "threads 2", "a", "", "10", "9"};
  std::ranges::sort(names, version_less);
  EXPECT_THAT(names, testing::ElementsAre("", "9", "10", "a", "b", "threads 2", "threads 10"));
}

TEST(VersionOrder, TellsApartWhatHasTheSameNumbers) {
  EXPECT_TRUE(version_less("580.05", "580.5"));
  EXPECT_FALSE(version_less("580.5", "580.05"));
  EXPECT_FALSE(version_less("580.5", "580.5"));
}

}  // namespace
}  // namespace attn
