#include "profiling/cuda/cuda_driver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "profiling/cuda/gpu_error.h"

namespace attn {
namespace {

using testing::HasSubstr;

TEST(CudaDriver, TakesTheNewerOfTheTwoWaits) {
  const CudaDriver driver = open_cuda_driver(FAKE_LIBCUDA);
  ASSERT_NE(driver.stream_wait_value32_v2, nullptr);
  EXPECT_EQ(driver.stream_wait_value32_v2(nullptr, 0, 0, 0), CUDA_ERROR_NOT_SUPPORTED);
}

TEST(CudaDriver, HasNoFunctionsWithoutItsLibrary) {
  const CudaDriver driver = open_cuda_driver("/nowhere/libcuda.so.1");
  EXPECT_EQ(driver.stream_wait_value32_v2, nullptr);
  EXPECT_EQ(driver.get_error_name, nullptr);
}

TEST(CudaDriver, SaysWhichCallFailedAndWhatItWasFor) {
  const CudaDriver driver = open_cuda_driver(FAKE_LIBCUDA);
  EXPECT_NO_THROW(ATTN_DRIVER_CHECK(driver, CUDA_SUCCESS, "nothing"));
  try {
    ATTN_DRIVER_CHECK(driver, CUDA_ERROR_INVALID_CONTEXT, "holding the stream");
    FAIL() << "the code is an error";
  } catch (const GpuError& error) {
    EXPECT_EQ(error.call(), "CUDA_ERROR_INVALID_CONTEXT");
    EXPECT_EQ(error.code(), 201);  // cuda.h
    EXPECT_EQ(error.name(), "CUDA_ERROR_INVALID_CONTEXT");
    EXPECT_EQ(error.doing(), "holding the stream");
    EXPECT_THAT(error.text(), HasSubstr("no text")) << "the fake has no cuGetErrorString";
  }
}

}  // namespace
}  // namespace attn
