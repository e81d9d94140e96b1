#include <ATen/Context.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/equal_ops.h>
#include <c10/core/InferenceMode.h>
#include <gtest/gtest.h>

#include "benchmarks/case.h"
#include "benchmarks/variants/sdpa.h"
#include "benchmarks/verify_case.h"
#include "fixtures/reference.h"
#include "profiling/cpu/cpu_device.h"
#include "profiling/op_recorder.h"

namespace attn {
namespace {

AttentionShape shape_of(int64_t q_heads, int64_t kv_heads, int64_t q_len, int64_t kv_len, int64_t head_dim, DType dtype,
                        Mask mask) {
  return {.batch = 2,
          .q_heads = q_heads,
          .kv_heads = kv_heads,
          .q_len = q_len,
          .kv_len = kv_len,
          .head_dim = head_dim,
          .dtype = dtype,
          .mask = mask};
}

std::vector<AttentionShape> conformance_shapes() {
  std::vector<AttentionShape> shapes;
  for (const DType dtype : {DType::kFp32, DType::kFp64, DType::kBf16, DType::kFp16})
    for (const Mask mask : {Mask::kNone, Mask::kCausal, Mask::kCausalBottomRight})
      shapes.push_back(shape_of(4, 4, 48, 48, 32, dtype, mask));
  for (const Mask mask : {Mask::kNone, Mask::kCausal, Mask::kCausalBottomRight}) {
    shapes.push_back(shape_of(4, 2, 33, 33, 16, DType::kFp32, mask));   // grouped queries
    shapes.push_back(shape_of(4, 1, 1, 8, 16, DType::kFp32, mask));     // decode, one key head
    shapes.push_back(shape_of(2, 2, 20, 50, 100, DType::kFp32, mask));  // more keys than queries, head_dim 100
    shapes.push_back(shape_of(2, 2, 50, 20, 63, DType::kFp32, mask));   // more queries than keys: fully masked rows
  }
  return shapes;
}

/// What can't be had on a CPU: backends that LibTorch lacks there, and a softmax of rows of −inf.
bool may_refuse(const std::string& variant, const AttentionShape& shape) {
  if (variant == "SdpaEfficient" || variant == "SdpaCudnn") return true;
  return variant.starts_with("Naive") && fully_masked_rows(shape) > 0;
}

struct Flags {
  bool flash, efficient, math, cudnn;
  friend bool operator==(const Flags&, const Flags&) = default;
};
Flags sdpa_flags() {
  const at::Context& context = at::globalContext();
  return {context.userEnabledFlashSDP(), context.userEnabledMemEfficientSDP(), context.userEnabledMathSDP(),
          context.userEnabledCuDNNSDP()};
}

class VariantConformance : public testing::TestWithParam<AttentionVariant> {
 protected:
  Case case_of(const AttentionShape& shape) const {
    return {.variant = GetParam(), .shape = shape, .cache = Cache::kUncontrolled, .device_kind = "cpu"};
  }
  c10::InferenceMode inference;
  std::unique_ptr<Device> device = make_cpu_device(false);
};

TEST_P(VariantConformance, IsRightAtEveryShapeOrSaysWhyItCannot) {
  for (const AttentionShape& shape : conformance_shapes()) {
    const AttentionInputs inputs = make_inputs(shape, at::kCPU, 1);
    const VerifiedCase verified = verify_case(case_of(shape), inputs, attention_reference(inputs), *device);
    const CaseResult& result = verified.result;
    if (may_refuse(GetParam().name, shape)) {
      EXPECT_EQ(result.status, Status::kUnsupported) << name_of(case_of(shape));
      EXPECT_FALSE(result.reason.empty()) << name_of(case_of(shape));
      continue;
    }
    EXPECT_EQ(result.status, Status::kOk) << name_of(case_of(shape)) << ": " << result.reason;
    EXPECT_GT(result.ops.value_or(0), 0) << name_of(case_of(shape));
    if (!GetParam().pinned_backend.empty()) {
      EXPECT_EQ(result.backend_ran, GetParam().pinned_backend);
    }
  }
}

TEST_P(VariantConformance, LeavesTheBackendFlagsAsTheyWere) {
  const Flags before = sdpa_flags();
  const AttentionInputs inputs = make_inputs(conformance_shapes().front(), at::kCPU, 1);
  try {
    const Forward forward = GetParam().prepare(inputs);
    EXPECT_EQ(sdpa_flags(), before) << "after prepare";
    forward();
  } catch (const Unsupported&) {
  }
  EXPECT_EQ(sdpa_flags(), before);
}

TEST_P(VariantConformance, ChangesNoInputAndGivesTheSameAgain) {
  const AttentionInputs inputs = make_inputs(conformance_shapes()[1], at::kCPU, 1);
  const at::Tensor query = inputs.query.clone(), key = inputs.key.clone(), value = inputs.value.clone();
  try {
    const Forward forward = GetParam().prepare(inputs);
    const at::Tensor first = forward(), second = forward();
    EXPECT_TRUE(at::_ops::equal::call(first, second));
  } catch (const Unsupported& refusal) {
    GTEST_SKIP() << "skipped, because " << refusal.what();
  }
  EXPECT_TRUE(at::_ops::equal::call(query, inputs.query) && at::_ops::equal::call(key, inputs.key) &&
              at::_ops::equal::call(value, inputs.value));
}

TEST_P(VariantConformance, SaysNoMoreMemoryThanAForwardTakesAndNotMuchLess) {
  for (const DType dtype : {DType::kFp32, DType::kBf16}) {
    const AttentionShape shape = shape_of(8, 8, 512, 512, 64, dtype, Mask::kCausal);
    const AttentionInputs inputs = make_inputs(shape, at::kCPU, 1);
    try {
      const Forward forward = GetParam().prepare(inputs);
      forward();
      const double mask_bytes = double(shape.q_len * shape.kv_len);  // made in the set-up, outside the forward
      const double taken = double(device->forward_peak_bytes(forward)) + mask_bytes;
      EXPECT_LE(GetParam().least_bytes(shape), taken) << name_of(dtype);
      EXPECT_GE(GetParam().least_bytes(shape), 0.5 * taken) << name_of(dtype);
    } catch (const Unsupported& refusal) {
      GTEST_SKIP() << "skipped, because " << refusal.what();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, VariantConformance, testing::ValuesIn(variant_list()),
                         [](const auto& variant) { return variant.param.name; });

TEST(VariantList, NamesAreDistinct) {
  std::vector<std::string> names;
  for (const AttentionVariant& variant : variant_list()) names.push_back(variant.name);
  std::ranges::sort(names);
  EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
}

/// Status, reason and backend of one variant at one shape.
CaseResult verify_named(const std::string& name, const AttentionShape& shape) {
  const c10::InferenceMode inference;
  const std::unique_ptr<Device> device = make_cpu_device(false);
  const AttentionInputs inputs = make_inputs(shape, at::kCPU, 1);
  for (const AttentionVariant& variant : variant_list()) {
    if (variant.name != name) continue;
    const Case benchmark_case{.variant = variant, .shape = shape, .cache = Cache::kUncontrolled, .device_kind = "cpu"};
    return verify_case(benchmark_case, inputs, attention_reference(inputs), *device).result;
  }
  ADD_FAILURE() << "no variant " << name;
  return {};
}

TEST(Naive, DispatchesTheOpsThatPythonDoes) {
  // 45 ops at [1,4,32,16] as Python writes it, counted under PyTorch's profiler.
  const CaseResult result = verify_named("Naive", {.batch = 1,
                                                   .q_heads = 4,
                                                   .kv_heads = 4,
                                                   .q_len = 32,
                                                   .kv_len = 32,
                                                   .head_dim = 16,
                                                   .dtype = DType::kFp32,
                                                   .mask = Mask::kCausal});
  EXPECT_EQ(result.ops, 45);
  EXPECT_EQ(result.backend_ran, "none");
}

TEST(Naive, RefusesFullyMaskedRowsWhereItWouldGiveNaN) {
  const CaseResult result = verify_named("Naive", shape_of(2, 2, 50, 20, 16, DType::kFp32, Mask::kCausalBottomRight));
  EXPECT_EQ(result.status, Status::kUnsupported);
  EXPECT_EQ(result.reason.substr(0, 9), "gives NaN");
}

TEST(Sdpa, WhatItChoosesOnACpuIsProvenByItsOps) {
  EXPECT_EQ(verify_named("SdpaAuto", shape_of(4, 4, 48, 48, 32, DType::kFp32, Mask::kCausal)).backend_ran, "flash");
}

TEST(Sdpa, ARefusalComesWithLibTorchsOwnReasons) {
  const c10::InferenceMode inference;
  const AttentionShape shape = shape_of(4, 4, 48, 48, 32, DType::kFp32, Mask::kCausal);
  AttentionInputs inputs = make_inputs(shape, at::kCPU, 1);
  AttentionShape wider = shape;
  wider.head_dim = 64;
  inputs.value = make_inputs(wider, at::kCPU, 1).value;  // which flash does not take
  try {
    sdpa_forward(inputs, "flash");
    ADD_FAILURE() << "flash takes a value of another head_dim";
  } catch (const Unsupported& refusal) {
    EXPECT_NE(
        std::string(refusal.what()).find("here: Flash attention kernel not used because: Flash attention requires"),
        std::string::npos)
        << refusal.what();
  }
}

TEST(Sdpa, BackendsThatACpuLacksSaySo) {
  const AttentionShape shape = shape_of(4, 4, 48, 48, 32, DType::kFp32, Mask::kCausal);
  EXPECT_EQ(verify_named("SdpaEfficient", shape).reason, "LibTorch has no memory-efficient backend on the CPU");
  EXPECT_EQ(verify_named("SdpaCudnn", shape).reason, "LibTorch has no cuDNN backend on the CPU");
}

}  // namespace
}  // namespace attn
