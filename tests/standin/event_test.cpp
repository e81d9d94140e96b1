#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "tests/standin/own_kernel.h"

namespace attn::standin {
namespace {

using namespace std::chrono_literals;

class StandinEvents : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(cudaEventCreate(&start_), cudaSuccess);
    ASSERT_EQ(cudaEventCreate(&stop_), cudaSuccess);
  }
  void TearDown() override {
    EXPECT_EQ(cudaEventDestroy(start_), cudaSuccess);
    EXPECT_EQ(cudaEventDestroy(stop_), cudaSuccess);
  }

  cudaEvent_t start_ = nullptr;
  cudaEvent_t stop_ = nullptr;
  HeldStream stream_;
};

TEST_F(StandinEvents, AreExactlySoManyActivitiesApartOnAHeldStream) {
  ASSERT_TRUE(stream_.hold());
  ASSERT_EQ(cudaEventRecord(start_, stream_.get()), cudaSuccess);
  for (int i = 0; i < 7; ++i) ASSERT_EQ(launch_own(known_kernel(), stream_.get()), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(stop_, stream_.get()), cudaSuccess);
  EXPECT_EQ(cudaEventQuery(stop_), cudaErrorNotReady);
  float elapsed_ms = 0;
  EXPECT_EQ(cudaEventElapsedTime(&elapsed_ms, start_, stop_), cudaErrorNotReady);
  stream_.release();
  ASSERT_EQ(cudaEventSynchronize(stop_), cudaSuccess);
  ASSERT_EQ(cudaEventElapsedTime(&elapsed_ms, start_, stop_), cudaSuccess);
  EXPECT_EQ(elapsed_ms, 0.007F);
  static_cast<void>(cudaGetLastError());
}

TEST_F(StandinEvents, WaitForTheHost) {
  ASSERT_TRUE(stream_.hold());
  std::jthread host([&] {
    std::this_thread::sleep_for(20ms);
    stream_.release();
  });
  const auto before = std::chrono::steady_clock::now();
  EXPECT_EQ(cudaStreamSynchronize(stream_.get()), cudaSuccess);
  EXPECT_GE(std::chrono::steady_clock::now() - before, 10ms);
}

TEST_F(StandinEvents, HaveNoTimeBeforeTheyAreRecordedOrWithoutTiming) {
  float elapsed_ms = 0;
  EXPECT_EQ(cudaEventElapsedTime(&elapsed_ms, start_, stop_), cudaErrorInvalidResourceHandle);
  cudaEvent_t untimed = nullptr;
  ASSERT_EQ(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(untimed, nullptr), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(start_, nullptr), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(cudaEventElapsedTime(&elapsed_ms, start_, untimed), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventDestroy(untimed), cudaSuccess);
  static_cast<void>(cudaGetLastError());
}

}  // namespace
}  // namespace attn::standin
