#include "profiling/span_cover.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(SpanCover, CountsTimeThatSpansShareOnce) {
  const auto cover = cover_of({{100, 200}, {150, 300}, {160, 170}});
  EXPECT_EQ(cover->busy_ns, 200);
  EXPECT_EQ(cover->gaps, 0);
  EXPECT_EQ(cover->begin_ns, 100);
  EXPECT_EQ(cover->end_ns, 300);
}

TEST(SpanCover, CountsGapsButNotBetweenSpansThatTouch) {
  const auto cover = cover_of({{100, 200}, {200, 250}, {300, 310}, {320, 330}});
  EXPECT_EQ(cover->busy_ns, 170);
  EXPECT_EQ(cover->gaps, 2);
  EXPECT_EQ(cover->end_ns, 330);
}

TEST(SpanCover, TakesSpansInAnyOrder) {
  const auto cover = cover_of({{500, 600}, {100, 200}, {150, 300}});
  EXPECT_EQ(cover->busy_ns, 300);
  EXPECT_EQ(cover->gaps, 1);
  EXPECT_EQ(cover->begin_ns, 100);
}

TEST(SpanCover, LeavesOutASpanThatEndsBeforeItBegins) {
  const auto cover = cover_of({{100, 200}, {900, 150}, {300, 350}});
  EXPECT_EQ(cover->busy_ns, 150);
  EXPECT_EQ(cover->end_ns, 350);
  EXPECT_EQ(cover->gaps, 1);
  EXPECT_FALSE(cover_of({{200, 100}}));
}

TEST(SpanCover, OfNoSpansIsNothing) {
  EXPECT_FALSE(cover_of({}));
}

}  // namespace
}  // namespace attn
