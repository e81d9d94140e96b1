#include <ATen/core/IListRef.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/bmm_ops.h>
#include <ATen/ops/cat_ops.h>
#include <ATen/ops/empty_ops.h>
#include <ATen/ops/expand_ops.h>
#include <ATen/ops/masked_fill_ops.h>
#include <ATen/ops/mul_ops.h>
#include <ATen/ops/slice_ops.h>
#include <ATen/ops/transpose_ops.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "profiling/op_recorder.h"
#include "tests/profiling/forwards.h"

namespace attn {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

at::Tensor tensor(std::vector<int64_t> sizes, at::ScalarType type = at::kFloat) {
  return at::_ops::empty_memory_format::call(c10::fromIntArrayRefSlow(sizes), type, at::kStrided, at::kCPU, false,
                                             std::nullopt);
}

/// The tensors of the first op with that name.
OpTensors tensors_of_op(const OpsWithTensors& recorded, const std::string& name) {
  for (size_t i = 0; i < recorded.ops.size(); ++i) {
    if (recorded.ops[i].name == name) return recorded.tensors.at(i);
  }
  throw std::out_of_range("no op " + name);
}

TEST(OpTensors, OfABmmAreItsThreeMatrices) {
  const at::Tensor a = tensor({4, 8, 16}, at::kBFloat16);
  const at::Tensor b = tensor({4, 16, 2}, at::kBFloat16);
  const OpsWithTensors recorded = record_ops_with_tensors([&] { return at::_ops::bmm::call(a, b); });
  ASSERT_EQ(recorded.tensors.size(), recorded.ops.size());
  const OpTensors bmm = tensors_of_op(recorded, "aten::bmm");
  ASSERT_EQ(bmm.inputs.size(), 2U);
  EXPECT_THAT(bmm.inputs[0].sizes, ElementsAre(4, 8, 16));
  EXPECT_EQ(bmm.inputs[0].dtype, "BFloat16");
  EXPECT_EQ(bmm.inputs[0].element_bytes, 2);
  EXPECT_EQ(bmm.inputs[0].touched_bytes, 4 * 8 * 16 * 2);
  EXPECT_EQ(bmm.inputs[0].data, a.const_data_ptr());
  EXPECT_EQ(bmm.inputs[1].data, b.const_data_ptr());
  ASSERT_EQ(bmm.outputs.size(), 1U);
  EXPECT_THAT(bmm.outputs[0].sizes, ElementsAre(4, 8, 2));
  EXPECT_EQ(bmm.outputs[0].touched_bytes, 4 * 8 * 2 * 2);
}

TEST(OpTensors, OfAMaskedFillHoldTheMaskInItsOwnType) {
  const at::Tensor scores = tensor({2, 3, 5, 5});
  const at::Tensor mask = tensor({5, 5}, at::kBool);
  const OpTensors fill =
      tensors_of_op(record_ops_with_tensors([&] {
                      return at::_ops::masked_fill_Scalar::call(scores, mask, -std::numeric_limits<double>::infinity());
                    }),
                    "aten::masked_fill");
  ASSERT_EQ(fill.inputs.size(), 2U) << "the value is no tensor";
  EXPECT_EQ(fill.inputs[0].touched_bytes, 2 * 3 * 5 * 5 * 4);
  EXPECT_EQ(fill.inputs[1].dtype, "Bool");
  EXPECT_EQ(fill.inputs[1].touched_bytes, 25);
}

TEST(OpTensors, OfATransposedTensorAreAllItsElements) {
  const at::Tensor transposed = at::_ops::transpose_int::call(tensor({4, 6, 8}), 1, 2);
  const OpTensors mul = tensors_of_op(
      record_ops_with_tensors([&] { return at::_ops::mul_Tensor::call(transposed, transposed); }), "aten::mul");
  EXPECT_THAT(mul.inputs.at(0).sizes, ElementsAre(4, 8, 6));
  EXPECT_EQ(mul.inputs[0].touched_bytes, 4 * 6 * 8 * 4);
}

TEST(OpTensors, OfAnExpandedTensorCountARepeatedElementOnce) {
  const std::vector<int64_t> grouped = {2, 16, 5};
  const at::Tensor expanded =
      at::_ops::expand::call(tensor({2, 1, 5}), c10::fromIntArrayRefSlow(grouped), /*implicit=*/false);
  const OpTensors mul = tensors_of_op(
      record_ops_with_tensors([&] { return at::_ops::mul_Tensor::call(expanded, expanded); }), "aten::mul");
  EXPECT_THAT(mul.inputs.at(0).sizes, ElementsAre(2, 16, 5));
  EXPECT_EQ(mul.inputs[0].touched_bytes, 2 * 5 * 4);
  EXPECT_EQ(mul.outputs.at(0).touched_bytes, 2 * 16 * 5 * 4) << "the result has them all";
}

TEST(OpTensors, OfAnEmptyTensorTouchNothing) {
  const std::vector<int64_t> none = {0, 4};
  const at::Tensor expanded = at::_ops::expand::call(tensor({0, 1}), c10::fromIntArrayRefSlow(none), false);
  const OpTensors mul = tensors_of_op(
      record_ops_with_tensors([&] { return at::_ops::mul_Tensor::call(expanded, expanded); }), "aten::mul");
  EXPECT_EQ(mul.inputs.at(0).touched_bytes, 0);
}

TEST(OpTensors, OfASliceBeginWhereItDoes) {
  const at::Tensor whole = tensor({8, 4});
  const at::Tensor tail = at::_ops::slice_Tensor::call(whole, 0, 6, 8, 1);
  const OpTensors mul =
      tensors_of_op(record_ops_with_tensors([&] { return at::_ops::mul_Tensor::call(tail, tail); }), "aten::mul");
  EXPECT_EQ(mul.inputs.at(0).data, static_cast<const float*>(whole.const_data_ptr()) + 24);
  EXPECT_EQ(mul.inputs[0].touched_bytes, 2 * 4 * 4);
}

TEST(OpTensors, OfAListAreItsTensors) {
  const std::vector<at::Tensor> parts = {tensor({1, 3}), tensor({2, 3}), tensor({4, 3})};
  const OpTensors cat =
      tensors_of_op(record_ops_with_tensors([&] { return at::_ops::cat::call(parts, 0); }), "aten::cat");
  ASSERT_EQ(cat.inputs.size(), 3U);
  EXPECT_THAT(cat.inputs[2].sizes, ElementsAre(4, 3));
  EXPECT_THAT(cat.outputs.at(0).sizes, ElementsAre(7, 3));
}

TEST(OpTensors, AreThoseOfEachOpInTurn) {
  const OpsWithTensors recorded = record_ops_with_tensors(naive_forward(4, 32, 16));
  EXPECT_EQ(recorded.ops.size(), 45U) << "the ops are those of record_ops";
  ASSERT_EQ(recorded.tensors.size(), 45U);
  const OpTensors softmax = tensors_of_op(recorded, "aten::_softmax");
  ASSERT_EQ(softmax.inputs.size(), 1U);
  EXPECT_THAT(softmax.inputs[0].sizes, ElementsAre(1, 4, 32, 32));
  EXPECT_THAT(softmax.outputs.at(0).sizes, ElementsAre(1, 4, 32, 32));
  const OpTensors clone = tensors_of_op(recorded, "aten::clone");
  EXPECT_NE(clone.inputs.at(0).data, clone.outputs.at(0).data);
  const OpTensors fill = tensors_of_op(recorded, "aten::masked_fill_");
  EXPECT_EQ(fill.inputs.at(0).data, fill.outputs.at(0).data) << "in place";
  EXPECT_THAT(tensors_of_op(recorded, "aten::empty").inputs, IsEmpty());
}

TEST(OpTensors, OfAFusedForwardHoldItsInputsAndOutput) {
  const OpTensors sdpa =
      tensors_of_op(record_ops_with_tensors(sdpa_forward("flash", 2, 16, 8)), "aten::scaled_dot_product_attention");
  ASSERT_EQ(sdpa.inputs.size(), 3U) << "the mask that is not there is left out";
  EXPECT_EQ(sdpa.outputs.at(0).touched_bytes, 2 * 16 * 8 * 4);
}

TEST(OpTensors, AreFreedWithTheForward) {
  at::Tensor kept;
  record_ops_with_tensors([&] {
    kept = tensor({8});
    return at::_ops::mul_Tensor::call(kept, kept);
  });
  EXPECT_EQ(kept.use_count(), 1U);
}

}  // namespace
}  // namespace attn
