#include <gtest/gtest.h>

#include "tests/standin/own_kernel.h"

namespace attn::standin {
namespace {

TEST(StandinStream, CanNotBeHeldWhereTheDriverHasNoSuchOperation) {
  HeldStream stream;
  EXPECT_FALSE(stream.hold());
  EXPECT_EQ(cudaStreamSynchronize(stream.get()), cudaSuccess);
}

}  // namespace
}  // namespace attn::standin
