#include <gtest/gtest.h>

#include "tests/standin/own_kernel.h"
#include "tests/standin/records.h"

namespace attn::standin {
namespace {

TEST(StandinCupti, IsTakenByAnotherTool) {
  CUpti_SubscriberHandle subscriber = nullptr;
  EXPECT_EQ(ATTN_CUPTI(cuptiSubscribe)(&subscriber, nullptr, nullptr), CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED);
}

}  // namespace
}  // namespace attn::standin
