#include "profiling/traffic.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

/// Where the tensors begin, for telling them apart.
constexpr char kPlaces[8] = {};

/// A bf16 tensor that lies at the place with that number.
OpTensor tensor(std::vector<int64_t> sizes, size_t place) {
  int64_t bytes = 2;
  for (const int64_t size : sizes) bytes *= size;
  return {.sizes = std::move(sizes),
          .dtype = "BFloat16",
          .element_bytes = 2,
          .touched_bytes = bytes,
          .data = &kPlaces[place]};
}

constexpr DevicePeaks kPeaks{.bandwidth_bytes_per_s = 1e12,
                             .fp64_flops_per_s = std::nullopt,
                             .fp32_flops_per_s = 1e13,
                             .half_flops_per_s = 1e14,
                             .fused_fp32_flops_per_s = 2e13};

TEST(Traffic, OfAProductIsItsTensorsOnceAndTwoOperationsAPair) {
  // [4, 8, 16] · [4, 16, 32]: 2·4·8·32·16 FLOPs.
  const OpWork work =
      work_of({.name = "aten::bmm"},
              {.inputs = {tensor({4, 8, 16}, 1), tensor({4, 16, 32}, 2)}, .outputs = {tensor({4, 8, 32}, 3)}}, {});
  EXPECT_EQ(work.bytes_read, 2 * 4 * 8 * 16 + 2 * 4 * 16 * 32);
  EXPECT_EQ(work.bytes_written, 2 * 4 * 8 * 32);
  EXPECT_EQ(work.flops, 2. * 4 * 8 * 32 * 16);
  EXPECT_EQ(work.dtype, "BFloat16");
}

TEST(Traffic, OfAProductThatAddsLeavesOutWhatItAddsTo) {
  const OpWork work = work_of(
      {.name = "aten::addmm"},
      {.inputs = {tensor({8, 32}, 1), tensor({8, 16}, 2), tensor({16, 32}, 3)}, .outputs = {tensor({8, 32}, 4)}}, {});
  EXPECT_EQ(work.flops, 2. * 8 * 32 * 16);
}

TEST(Traffic, OfACopyDoesNotReadWhatItOverwrites) {
  const OpWork copy = work_of({.name = "aten::copy_"},
                              {.inputs = {tensor({100}, 1), tensor({100}, 2)}, .outputs = {tensor({100}, 1)}}, {});
  EXPECT_EQ(copy.bytes_read, 200);
  EXPECT_EQ(copy.bytes_written, 200);
  const OpWork fill =
      work_of({.name = "aten::fill_"}, {.inputs = {tensor({100}, 1)}, .outputs = {tensor({100}, 1)}}, {});
  EXPECT_EQ(fill.bytes_read, {});
}

TEST(Traffic, InPlaceReadsAndWritesItsTensor) {
  const OpWork work = work_of({.name = "aten::masked_fill_"},
                              {.inputs = {tensor({100}, 1), tensor({50}, 2)}, .outputs = {tensor({100}, 1)}}, {});
  EXPECT_EQ(work.bytes_read, 300);
  EXPECT_EQ(work.bytes_written, 200);
}

TEST(Traffic, OfATensorGivenTwiceCountsOnce) {
  const OpWork work = work_of({.name = "aten::mul"},
                              {.inputs = {tensor({100}, 1), tensor({100}, 1)}, .outputs = {tensor({100}, 2)}}, {});
  EXPECT_EQ(work.bytes_read, 200);
}

TEST(Traffic, OfFusedAttentionIsWhatItIsTakenToDo) {
  const OpTensors tensors{.inputs = {tensor({100}, 1), tensor({100}, 2), tensor({100}, 3)},
                          .outputs = {tensor({100}, 4), tensor({7}, 5)}};
  const AttentionWork attention{.flops = 1e9, .bytes_read = 500, .bytes_written = 150};
  for (const char* name : {"aten::_flash_attention_forward", "aten::_efficient_attention_forward"}) {
    const OpWork work = work_of({.name = name}, tensors, attention);
    EXPECT_EQ(work.flops, 1e9);
    EXPECT_EQ(work.bytes_read, 500);
    EXPECT_EQ(work.bytes_written, 150);
    EXPECT_TRUE(work.is_fused_attention);
  }
  EXPECT_EQ(work_of({.name = "aten::_softmax"}, tensors, attention).flops, 0.0);
}

OpWork work(int64_t bytes, double flops, const char* dtype, bool is_fused_attention = false) {
  return {.bytes_read = bytes,
          .bytes_written = 0,
          .flops = flops,
          .dtype = dtype,
          .is_fused_attention = is_fused_attention};
}

TEST(Floor, IsTheLargerOfBandwidthAndPeak) {
  EXPECT_DOUBLE_EQ(floor_s_of(work(4'000, 1e5, "Half"), kPeaks), 4e-9);
  EXPECT_DOUBLE_EQ(floor_s_of(work(4'000, 1e9, "Half"), kPeaks), 1e-5);
  EXPECT_DOUBLE_EQ(floor_s_of(work(0, 1e9, "Float"), kPeaks), 1e-4);
}

TEST(Floor, OfFusedAttentionInFp32IsByTensorCores) {
  EXPECT_DOUBLE_EQ(floor_s_of(work(0, 1e9, "Float", true), kPeaks), 5e-5);
  EXPECT_DOUBLE_EQ(floor_s_of(work(0, 1e9, "BFloat16", true), kPeaks), 1e-5);
}

TEST(Floor, IsByBandwidthAloneWhereThePeakIsNotKnown) {
  EXPECT_DOUBLE_EQ(floor_s_of(work(1'000, 1e9, "Double"), kPeaks), 1e-9);
  EXPECT_DOUBLE_EQ(floor_s_of(work(1'000, 1e9, "Long"), kPeaks), 1e-9);
}

}  // namespace
}  // namespace attn
