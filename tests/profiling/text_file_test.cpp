#include "profiling/text_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/profiling/fake_root.h"

namespace attn {
namespace {

TEST(TextFile, IsNothingWhenItCantBeRead) {
  FakeRoot root;
  root.with("present", "a\nb").with("empty", "");
  EXPECT_EQ(read_text_file(root.path() / "present"), "a\nb");
  EXPECT_EQ(read_text_file(root.path() / "empty"), "");
  EXPECT_EQ(read_text_file(root.path() / "absent"), std::nullopt);
  EXPECT_EQ(read_text_file(root.path()), std::nullopt) << "a folder";
}

TEST(TextFile, HasLinesWithOrWithoutALastLineEnd) {
  EXPECT_THAT(lines_of("a\n\nb"), testing::ElementsAre("a", "", "b"));
  EXPECT_THAT(lines_of("a\n"), testing::ElementsAre("a"));
  EXPECT_TRUE(lines_of("").empty());
}

TEST(TextFile, FindsAValueByItsWholeKey) {
  EXPECT_EQ(value_of("MemTotal:  5 kB\nMem:\t7 kB\n", "Mem", ':'), "7 kB");
  EXPECT_EQ(value_of("MemTotal:  5 kB\n", "Mem", ':'), std::nullopt);
}

TEST(TextFile, ReadsTheIntegerThatATextStartsWith) {
  EXPECT_EQ(leading_integer(" 24 kB"), 24);
  EXPECT_EQ(leading_integer("9223372036854775807"), 9223372036854775807);
  EXPECT_EQ(leading_integer("9223372036854775808"), std::nullopt) << "overflow";
  EXPECT_EQ(leading_integer("max"), std::nullopt);
  EXPECT_EQ(leading_integer(""), std::nullopt);
}

}  // namespace
}  // namespace attn
