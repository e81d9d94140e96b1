#include <gtest/gtest.h>

#include "tests/standin/own_kernel.h"
#include "tests/standin/records.h"

namespace attn::standin {
namespace {

TEST(StandinCupti, RecordsNoTimesAtFirst) {
  Recording recording({CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL});
  for (int i = 0; i < 2; ++i) ASSERT_EQ(launch_own(known_kernel()), cudaSuccess);
  const std::vector<Record> records = recording.stop();
  ASSERT_EQ(records.size(), 2);
  EXPECT_EQ(records[0].start, 0);
  EXPECT_EQ(records[0].end, 0);
  EXPECT_GT(records[1].start, 0);
}

}  // namespace
}  // namespace attn::standin
