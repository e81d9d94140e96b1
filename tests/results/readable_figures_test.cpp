#include "results/readable_figures.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(ReadableFigures, KeepsTheSignificantDigits) {
  EXPECT_EQ(significant(1.2, 4), "1.200");
  EXPECT_EQ(significant(12.344, 4), "12.34");
  EXPECT_EQ(significant(1234567, 4), "1234567");
  EXPECT_EQ(significant(0.012345, 3), "0.0123");
  EXPECT_EQ(significant(1.5e-7, 3), "1.50e-07");
  EXPECT_EQ(significant(0, 3), "0");
}

TEST(ReadableFigures, HasNoDigitTooManyWhenRoundingCarries) {
  EXPECT_EQ(significant(9.9996, 4), "10.00");
  EXPECT_EQ(significant(999.96, 4), "1000");
  EXPECT_EQ(significant(0.99996, 4), "1.000");
}

TEST(ReadableFigures, ChoosesTheUnitThatGivesOneToAThousand) {
  EXPECT_EQ(readable_time(1.5e-9, ""), "1.500 ns");
  EXPECT_EQ(readable_time(23.4567e-6, ""), "23.46 µs");
  EXPECT_EQ(readable_time(0.9999e-3, ""), "999.9 µs");
  EXPECT_EQ(readable_time(0.99996e-3, ""), "1.000 ms");
  EXPECT_EQ(readable_time(0.912, ""), "912.0 ms");
  EXPECT_EQ(readable_time(61.5, ""), "61.50 s");
}

TEST(ReadableFigures, TakesTheUnitThatIsAskedFor) {
  EXPECT_EQ(readable_time(0.25, "us"), "250000 µs");
  EXPECT_EQ(readable_time(23e-6, "s"), "2.300e-05 s");
}

TEST(ReadableFigures, CountsBytesBy1024) {
  EXPECT_EQ(readable_bytes(0), "0 B");
  EXPECT_EQ(readable_bytes(1023), "1023 B");
  EXPECT_EQ(readable_bytes(1024), "1.00 KiB");
  EXPECT_EQ(readable_bytes(16.0 * 1024 * 1024), "16.0 MiB");
  EXPECT_EQ(readable_bytes(80.0 * 1024 * 1024 * 1024), "80.0 GiB");
}

TEST(ReadableFigures, HaveCommasBetweenThousands) {
  EXPECT_EQ(with_commas(0), "0");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(1000), "1,000");
  EXPECT_EQ(with_commas(268'435'456), "268,435,456");
  EXPECT_EQ(with_commas(-100), "-100");
  EXPECT_EQ(with_commas(-1000), "-1,000");
}

}  // namespace
}  // namespace attn
