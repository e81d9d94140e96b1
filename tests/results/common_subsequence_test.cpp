#include "results/common_subsequence.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <random>

namespace attn {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

/// The length by the textbook's table.
size_t longest(const std::vector<int32_t>& first, const std::vector<int32_t>& second) {
  std::vector<std::vector<size_t>> table(first.size() + 1, std::vector<size_t>(second.size() + 1, 0));
  for (size_t i = 1; i <= first.size(); ++i) {
    for (size_t j = 1; j <= second.size(); ++j) {
      table[i][j] =
          first[i - 1] == second[j - 1] ? table[i - 1][j - 1] + 1 : std::max(table[i - 1][j], table[i][j - 1]);
    }
  }
  return table[first.size()][second.size()];
}

std::vector<int32_t> random_numbers(std::mt19937& random, size_t count, int32_t distinct) {
  std::vector<int32_t> numbers(count);
  for (int32_t& number : numbers) number = static_cast<int32_t>(random() % static_cast<uint32_t>(distinct));
  return numbers;
}

TEST(CommonSubsequence, LeavesOutWhatOnlyOneListHas) {
  EXPECT_THAT(common_subsequence(std::vector<int32_t>{0, 1, 2, 3}, std::vector<int32_t>{0, 2, 4, 3}),
              ElementsAre(Pair(0, 0), Pair(2, 1), Pair(3, 3)));
  EXPECT_THAT(common_subsequence(std::vector<int32_t>{0, 1}, std::vector<int32_t>{2}), IsEmpty());
  EXPECT_THAT(common_subsequence({}, std::vector<int32_t>{2}), IsEmpty());
  EXPECT_THAT(common_subsequence({}, {}), IsEmpty());
}

TEST(CommonSubsequence, IsAsLongAsTheTextbooksOnRandomLists) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    const auto distinct = static_cast<int32_t>(1 + random() % 12);
    const std::vector<int32_t> first = random_numbers(random, random() % 200, distinct);
    const std::vector<int32_t> second = random_numbers(random, random() % 200, distinct);
    const auto pairs = common_subsequence(first, second);
    EXPECT_EQ(pairs.size(), longest(first, second)) << "round " << round;
    for (size_t i = 0; i < pairs.size(); ++i) {
      EXPECT_EQ(first.at(pairs[i].first), second.at(pairs[i].second));
      EXPECT_TRUE(i == 0 || (pairs[i - 1].first < pairs[i].first && pairs[i - 1].second < pairs[i].second));
    }
  }
}

TEST(CommonSubsequence, OfTensOfThousandsThatHaveLittleInCommonTakesSeconds) {
  std::mt19937 random(2);
  const std::vector<int32_t> first = random_numbers(random, 30'000, 1000);
  const std::vector<int32_t> second = random_numbers(random, 30'000, 1000);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_GT(common_subsequence(first, second).size(), 1000U);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

}  // namespace
}  // namespace attn
