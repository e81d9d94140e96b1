#include <gtest/gtest.h>

#include "tests/standin/own_kernel.h"
#include "tests/standin/records.h"

namespace attn::standin {
namespace {

TEST(StandinCupti, TearsTheLastRecordOfABuffer) {
  Recording recording({CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL});
  for (int i = 0; i < 3; ++i) ASSERT_EQ(launch_own(known_kernel()), cudaSuccess);
  EXPECT_EQ(recording.stop().size(), 2);
  EXPECT_TRUE(recording.torn());
}

}  // namespace
}  // namespace attn::standin
