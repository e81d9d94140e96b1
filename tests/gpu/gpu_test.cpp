#include "tests/gpu/gpu_test.h"

#include <stdexcept>
#include <vector>

#include "benchmarks/attention_variant.h"
#include "fixtures/inputs.h"
#include "results/statistics.h"

namespace attn {

void GpuTest::SetUp() {
  const CudaAvailability availability = cuda_availability();
  if (!availability.usable) GTEST_SKIP() << "skipped: " << availability.reason;
  device_ = make_cuda_device(0);
}

double GpuTest::median_time_s(ForwardTimer& timer, const Forward& forward, int count) {
  std::vector<double> times_s;
  for (int i = -3; i < count; ++i) {
    const TimedSample sample = timer.time(forward);
    if (i >= 0) times_s.push_back(sample.time_s);
  }
  return median(times_s);
}

Forward GpuTest::prepare(const std::string& variant, const AttentionShape& shape) {
  for (const AttentionVariant& candidate : variant_list()) {
    if (candidate.name == variant) return candidate.prepare(make_inputs(shape, device_->torch_device(), 1));
  }
  throw std::invalid_argument("no variant " + variant);
}

AttentionShape causal_shape(int64_t length) {
  return {.batch = 1,
          .q_heads = 16,
          .kv_heads = 16,
          .q_len = length,
          .kv_len = length,
          .head_dim = 64,
          .dtype = DType::kBf16,
          .mask = Mask::kCausal};
}

}  // namespace attn
