#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "fixtures/attention_shape.h"
#include "profiling/cuda/cuda_device.h"
#include "profiling/forward.h"

namespace attn {

/// A test that needs a real GPU; elsewhere it is skipped with the reason.
class GpuTest : public testing::Test {
 protected:
  void SetUp() override;

  /// The median of `count` samples' time_s, after three that are not counted.
  double median_time_s(ForwardTimer& timer, const Forward& forward, int count = 20);

  /// A forward of the variant with that name on seeded inputs.
  Forward prepare(const std::string& variant, const AttentionShape& shape);

  std::unique_ptr<Device> device_;
};

/// bf16, causal, [1, 16, length, 64].
AttentionShape causal_shape(int64_t length);

}  // namespace attn
