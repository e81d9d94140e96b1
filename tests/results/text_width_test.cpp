#include "results/text_width.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(TextWidth, CountsCharactersNotBytes) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("a › ß"), 5U);
}

TEST(TextWidth, IsFilledUpWithSpacesOnEitherSide) {
  EXPECT_EQ(padded("äb", 4), "äb  ");
  EXPECT_EQ(right_aligned("äb", 4), "  äb");
  EXPECT_EQ(padded("abcde", 4), "abcde");
  EXPECT_EQ(right_aligned("abcde", 4), "abcde");
}

TEST(TextWidth, IsCutAtWholeCharacters) {
  EXPECT_EQ(cut_to_width("abcdef", 4), "abc…");
  EXPECT_EQ(cut_to_width("abcd", 4), "abcd");
  EXPECT_EQ(cut_to_width("äöüßéè", 4), "äöü…");
  EXPECT_EQ(cut_to_width("äöüß", 4), "äöüß");
  EXPECT_EQ(cut_to_width("ab", 1), "…");
  EXPECT_EQ(cut_to_width("", 1), "");
}

}  // namespace
}  // namespace attn
