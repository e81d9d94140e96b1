#include "benchmarks/one_line.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(OneLine, LeavesReadableTextAsItIs) {
  EXPECT_EQ(one_line(""), "");
  EXPECT_EQ(one_line("needs 80 GiB · µs é 漢 \U0001F600"), "needs 80 GiB · µs é 漢 \U0001F600");
}

TEST(OneLine, MakesControlBytesSpaces) {
  EXPECT_EQ(one_line("a\nb\tc\x1b[31m\x7f"), "a b c [31m ");
  EXPECT_EQ(one_line(std::string_view("a\0b", 3)), "a b");
  EXPECT_EQ(one_line("a\xC2\x9B"
                     "31m"),
            "a 31m");
}

TEST(OneLine, ReplacesBytesThatAreNoUtf8) {
  EXPECT_EQ(one_line("\xFF"), "\uFFFD");
  EXPECT_EQ(one_line("a\x80"), "a\uFFFD");
  EXPECT_EQ(one_line("\xC3"), "\uFFFD") << "cut short";
  EXPECT_EQ(one_line("\xC0\xAF"), "\uFFFD\uFFFD") << "overlong";
  EXPECT_EQ(one_line("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD") << "a surrogate";
  EXPECT_EQ(one_line("\xF4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD") << "over U+10FFFF";
}

}  // namespace
}  // namespace attn
