#include "profiling/cuda/cuda_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "results/bad_request.h"

namespace attn {
namespace {

using testing::HasSubstr;

TEST(CudaDevice, IsRefusedWithItsReasonWhereItCannotBeUsed) {
  const CudaAvailability availability = cuda_availability();
  if (availability.usable) GTEST_SKIP() << "this machine has a usable GPU";
  EXPECT_FALSE(availability.reason.empty());
  EXPECT_EQ(availability.device_count, 0);
  try {
    make_cuda_device(0);
    FAIL() << "there is no usable GPU";
  } catch (const BadRequest& error) {
    EXPECT_THAT(error.what(), HasSubstr("cuda:0"));
    EXPECT_THAT(error.what(), HasSubstr(availability.reason));
  }
}

TEST(CudaDevice, IsRefusedWithWhatThereIsForAnIndexOutOfRange) {
  const CudaAvailability availability = cuda_availability();
  if (!availability.usable) GTEST_SKIP() << availability.reason;
  EXPECT_THROW(make_cuda_device(availability.device_count), BadRequest);
  EXPECT_THROW(make_cuda_device(-1), BadRequest);
}

}  // namespace
}  // namespace attn
