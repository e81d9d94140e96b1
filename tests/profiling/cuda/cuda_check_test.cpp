#include "profiling/cuda/cuda_check.h"

#include <c10/util/Exception.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "profiling/cuda/gpu_error.h"

namespace attn {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(CudaCheck, LetsSuccessPass) {
  EXPECT_NO_THROW(ATTN_CUDA_CHECK(cudaSuccess, "nothing"));
}

TEST(CudaCheck, SaysWhichCallFailedAndWhatItWasFor) {
  const auto some_call = [] { return cudaErrorInvalidValue; };
  try {
    ATTN_CUDA_CHECK(some_call(), "recording the start event");
    FAIL() << "the code is an error";
  } catch (const GpuError& error) {
    EXPECT_EQ(error.call(), "some_call()");
    EXPECT_EQ(error.code(), 1);  // driver_types.h
    EXPECT_EQ(error.name(), "cudaErrorInvalidValue");
    EXPECT_THAT(error.what(), AllOf(HasSubstr("recording the start event"), HasSubstr("some_call()"),
                                    HasSubstr("cudaErrorInvalidValue"), HasSubstr("invalid argument")));
  }
}

TEST(CudaCheck, ThrowsLibTorchsOutOfMemoryForWantOfMemory) {
  EXPECT_THROW(ATTN_CUDA_CHECK(cudaErrorMemoryAllocation, "making a buffer"), c10::OutOfMemoryError);
}

}  // namespace
}  // namespace attn
