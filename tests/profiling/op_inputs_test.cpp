#include <ATen/core/IListRef.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/cat_ops.h>
#include <ATen/ops/empty_ops.h>
#include <ATen/ops/index_ops.h>
#include <ATen/ops/masked_fill_ops.h>
#include <ATen/ops/scalar_tensor_ops.h>
#include <ATen/ops/view_ops.h>
#include <ATen/record_function.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <thread>

#include "profiling/op_recorder.h"
#include "tests/profiling/forwards.h"

namespace attn {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Sizes = std::vector<int64_t>;

at::Tensor tensor(const Sizes& sizes, at::ScalarType type = at::kFloat) {
  return at::_ops::empty_memory_format::call(c10::fromIntArrayRefSlow(sizes), type, at::kStrided, at::kCPU, false,
                                             std::nullopt);
}

/// What the first op with that name was given.
OpInputs inputs_of(const OpsWithInputs& recorded, const std::string& name) {
  for (size_t i = 0; i < recorded.ops.size(); ++i) {
    if (recorded.ops[i].name == name) return recorded.inputs.at(i);
  }
  throw std::out_of_range("no op " + name);
}

std::vector<std::string> types_of(const OpInputs& inputs) {
  std::vector<std::string> types;
  for (const OpInput& input : inputs) types.push_back(input.type);
  return types;
}

TEST(OpInputs, OfAMaskedFillAreTwoTensorsAndAScalar) {
  const at::Tensor scores = tensor({2, 3, 5, 5}, at::kBFloat16), mask = tensor({5, 5}, at::kBool);
  const OpInputs inputs =
      inputs_of(record_ops_with_inputs([&] {
                  return at::_ops::masked_fill_Scalar::call(scores, mask, -std::numeric_limits<double>::infinity());
                }),
                "aten::masked_fill");
  EXPECT_THAT(types_of(inputs), ElementsAre("c10::BFloat16", "bool", "Scalar"));
  EXPECT_THAT(inputs.at(0).sizes, ElementsAre(Sizes{2, 3, 5, 5}));
  EXPECT_THAT(inputs.at(1).sizes, ElementsAre(Sizes{5, 5}));
  EXPECT_THAT(inputs.at(2).sizes, IsEmpty());
}

TEST(OpInputs, OfACatAreAListOfTensorsAndAScalar) {
  const std::vector<at::Tensor> parts = {tensor({2, 3}), tensor({4, 3})};
  const OpInputs inputs = inputs_of(record_ops_with_inputs([&] { return at::_ops::cat::call(parts, 0); }), "aten::cat");
  EXPECT_THAT(types_of(inputs), ElementsAre("TensorList", "Scalar"));
  EXPECT_TRUE(inputs.at(0).is_list);
  EXPECT_THAT(inputs.at(0).sizes, ElementsAre(Sizes{2, 3}, Sizes{4, 3}));
  EXPECT_FALSE(inputs.at(1).is_list);
}

TEST(OpInputs, AListOfNumbersIsAScalarListEvenAnEmptyOne) {
  const at::Tensor four = tensor({2, 2}), one = tensor({1});
  const auto seen_as = [](const at::Tensor& from, const Sizes& to) {
    return inputs_of(record_ops_with_inputs([&] { return at::_ops::view::call(from, c10::fromIntArrayRefSlow(to)); }),
                     "aten::view");
  };
  EXPECT_THAT(types_of(seen_as(four, {4})), ElementsAre("float", "ScalarList"));
  EXPECT_THAT(types_of(seen_as(one, {})), ElementsAre("float", "ScalarList"));
}

TEST(OpInputs, ATensorWithoutDimensionsHasAnEmptyListOfSizes) {
  const at::Tensor number = at::_ops::scalar_tensor::call(0.5, at::kDouble, std::nullopt, std::nullopt, std::nullopt);
  const OpInputs inputs = inputs_of(
      record_ops_with_inputs([&] { return at::_ops::view::call(number, c10::fromIntArrayRefSlow(Sizes{1})); }),
      "aten::view");
  EXPECT_EQ(inputs.at(0).type, "double");
  EXPECT_THAT(inputs.at(0).sizes, ElementsAre(Sizes{}));
}

TEST(OpInputs, OfWhatIsMissingNothingIsTold) {
  const at::Tensor values = tensor({3, 4}),
                   rows = at::_ops::empty_memory_format::call({c10::SymInt(0)}, at::kLong, at::kStrided, at::kCPU,
                                                              false, std::nullopt);
  const c10::List<std::optional<at::Tensor>> indices({std::optional<at::Tensor>(rows)});
  const OpInputs inputs =
      inputs_of(record_ops_with_inputs([&] { return at::_ops::index_Tensor::call(values, indices); }), "aten::index");
  EXPECT_THAT(types_of(inputs), ElementsAre("float", "")) << "as of a list of tensors some of which may be missing";
  const OpInputs attention =
      inputs_of(record_ops_with_inputs(sdpa_forward("flash", 2, 16, 8)), "aten::scaled_dot_product_attention");
  EXPECT_EQ(attention.at(3).type, "") << "no mask";
  EXPECT_THAT(attention.at(3).sizes, IsEmpty());
}

TEST(OpInputs, AreThoseOfTheOpAtTheSamePlaceHoweverManyThereAre) {
  constexpr int64_t kForwards = 100;  // 4,500 ops are more than fit into what is reserved
  const OpsWithInputs recorded = record_ops_with_inputs(naive_forward(4, 32, 16), kForwards);
  ASSERT_EQ(recorded.ops.size(), 45U * kForwards);
  ASSERT_EQ(recorded.inputs.size(), recorded.ops.size());
  for (size_t i = 0; i < recorded.ops.size(); ++i) {
    const OpInputs& first = recorded.inputs[i % 45];
    ASSERT_EQ(types_of(recorded.inputs[i]), types_of(first)) << i;
    for (size_t k = 0; k < first.size(); ++k) ASSERT_EQ(recorded.inputs[i][k].sizes, first[k].sizes) << i;
    EXPECT_EQ(recorded.ops[i].name, recorded.ops[i % 45].name);
    EXPECT_GT(recorded.ops[i].span.end_ns, 0);
  }
  EXPECT_THAT(inputs_of(recorded, "aten::bmm").at(0).sizes, ElementsAre(Sizes{4, 32, 16}));
}

TEST(OpInputs, OfALongListOfTensorsAreAllThere) {
  const std::vector<at::Tensor> parts(10'000, tensor({2, 3}));  // 30,000 words: more than is reserved
  const OpInputs inputs = inputs_of(record_ops_with_inputs([&] { return at::_ops::cat::call(parts, 0); }), "aten::cat");
  EXPECT_THAT(inputs.at(0).sizes, testing::AllOf(testing::SizeIs(10'000), testing::Each(Sizes{2, 3})));
  EXPECT_EQ(inputs.at(1).type, "Scalar");
}

TEST(OpInputs, OfOtherThreadsStayWithTheirOps) {
  const OpsWithInputs recorded = record_ops_with_inputs([] {
    const auto view = [](int64_t size) {
      at::_ops::view::call(tensor({size}), c10::fromIntArrayRefSlow(Sizes{size, 1}));
    };
    view(7);
    std::thread(view, 8).join();
    view(9);
    return at::Tensor();
  });
  std::vector<Sizes> seen;
  for (size_t i = 0; i < recorded.ops.size(); ++i) {
    if (recorded.ops[i].name == "aten::view") seen.push_back(recorded.inputs.at(i).at(0).sizes.at(0));
  }
  EXPECT_THAT(seen, ElementsAre(Sizes{7}, Sizes{8}, Sizes{9}));
}

TEST(OpInputs, AnOpThatIsGivenNothingHasNone) {
  const OpsWithInputs recorded = record_ops_with_inputs([] {
    at::RecordFunction function(at::RecordScope::FUNCTION);
    function.before("nothing");
    return at::Tensor();
  });
  EXPECT_THAT(inputs_of(recorded, "nothing"), IsEmpty());
}

}  // namespace
}  // namespace attn
