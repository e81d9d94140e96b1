#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "tests/standin/own_kernel.h"

namespace attn::standin {
namespace {

using namespace std::chrono_literals;

TEST(StandinQueue, BlocksALaunchOnAHeldStreamWhenItIsFull) {
  HeldStream stream;
  ASSERT_TRUE(stream.hold());
  const auto launch = [&] { ASSERT_EQ(launch_own(known_kernel(), stream.get()), cudaSuccess); };
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 4; ++i) launch();
  std::jthread host([&] {
    std::this_thread::sleep_for(50ms);
    stream.release();
  });
  launch();
  EXPECT_GE(std::chrono::steady_clock::now() - start, 40ms);
}

}  // namespace
}  // namespace attn::standin
