#include <ATen/ops/empty.h>
#include <gmock/gmock.h>

#include <map>

#include "benchmarks/attention_variant.h"
#include "fixtures/inputs.h"
#include "profiling/op_recorder.h"
#include "tests/gpu/gpu_test.h"

namespace attn {
namespace {

class GpuDevice : public GpuTest {};

TEST_F(GpuDevice, KnowsItselfItsDriverAndItsLibraries) {
  const Facts facts = device_->facts();
  const std::map<std::string, std::string> by_key(facts.begin(), facts.end());
  for (const char* key : {"gpu_name", "gpu_uuid", "gpu_pci_address", "compute_capability", "gpu_sm_count",
                          "gpu_memory_bytes", "gpu_l2_bytes", "driver_version", "driver_cuda_version",
                          "cuda_runtime_version", "cudnn_version", "cublas_version", "cuda_allocator", "sm_clock_hz",
                          "sm_clock_max_hz", "throttle_reasons", "power_limit_w", "stream_hold"}) {
    ASSERT_TRUE(by_key.contains(key)) << key;
    EXPECT_NE(by_key.at(key), "") << key;
  }
  // The driver's release ("580.95.05") and not the CUDA that it supports ("13.0").
  EXPECT_THAT(by_key.at("driver_version"), testing::MatchesRegex("[0-9]+\\.[0-9.]+"));
  EXPECT_NE(by_key.at("driver_version"), by_key.at("driver_cuda_version"));
  EXPECT_THAT(device_->arch(), testing::StartsWith("sm_"));
}

TEST_F(GpuDevice, GoesOnAfterRunningOutOfMemory) {
  const Forward forward = prepare("SdpaFlash", causal_shape(512));
  const auto timer = device_->make_timer(Cache::kCold, 8);
  const double before_bytes = static_cast<double>(device_->available_memory_bytes());
  const auto options = at::device(device_->torch_device()).dtype(at::kByte);
  const int64_t too_much = 2 * device_->available_memory_bytes();
  const Forward fails = [&] { return at::empty({too_much}, options); };
  EXPECT_THROW(timer->time(fails), c10::OutOfMemoryError);
  device_->release_memory();
  EXPECT_NO_THROW(device_->synchronize());
  EXPECT_NEAR(static_cast<double>(device_->available_memory_bytes()), before_bytes, 0.02 * before_bytes);
  EXPECT_GT(timer->time(forward).time_s, 0);
}

TEST_F(GpuDevice, CountsTheBytesOfAForward) {
  const AttentionShape shape = causal_shape(2048);
  const double scores_bytes = 16.0 * 2048 * 2048 * 2;
  const double output_bytes = 16.0 * 2048 * 64 * 2;
  const auto flash = static_cast<double>(device_->forward_peak_bytes(prepare("SdpaFlash", shape)));
  EXPECT_GE(flash, output_bytes);
  EXPECT_LT(flash, 2 * output_bytes);  // and the log-sum-exp of each row, in fp32
  const auto naive = static_cast<double>(device_->forward_peak_bytes(prepare("Naive", shape)));
  EXPECT_GE(naive, 2 * scores_bytes);  // scores and what is made from them
  EXPECT_LT(naive, 4 * scores_bytes);
}

TEST_F(GpuDevice, RunsThePinnedBackendOrSaysWhyNot) {
  const AttentionInputs inputs = make_inputs(causal_shape(1024), device_->torch_device(), 1);
  for (const AttentionVariant& variant : variant_list()) {
    if (variant.pinned_backend.empty()) continue;
    try {
      EXPECT_EQ(backend_of(record_ops(variant.prepare(inputs))), variant.pinned_backend) << variant.name;
    } catch (const Unsupported& refusal) {
      // Every GPU of LibTorch's CUDA 13 wheels from sm_80 on has the others at this shape.
      EXPECT_TRUE(variant.pinned_backend == "cudnn" || device_->arch() == "sm_75") << refusal.what();
      EXPECT_STRNE(refusal.what(), "") << variant.name;
    }
  }
}

}  // namespace
}  // namespace attn
