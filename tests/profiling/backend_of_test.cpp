#include <gtest/gtest.h>

#include "profiling/op_recorder.h"
#include "tests/profiling/forwards.h"

namespace attn {
namespace {

std::string backend_of_names(const std::vector<std::string>& names) {
  std::vector<RecordedOp> ops;
  for (const std::string& name : names) ops.push_back({name, -1, 0});
  return backend_of(ops);
}

TEST(BackendOf, ProvesWhatRanOnThisCpu) {
  EXPECT_EQ(backend_of(record_ops(sdpa_forward("flash", 2, 16, 8))), "flash");
  EXPECT_EQ(backend_of(record_ops(sdpa_forward("math", 2, 16, 8))), "math");
  EXPECT_EQ(backend_of(record_ops(naive_forward(2, 16, 8))), "none");
}

// The names in ATen/ops of LibTorch 2.11.
TEST(BackendOf, KnowsLibTorchsNames) {
  const std::string sdpa = "aten::scaled_dot_product_attention";
  EXPECT_EQ(backend_of_names({sdpa, "aten::_scaled_dot_product_flash_attention_for_cpu"}), "flash");
  EXPECT_EQ(backend_of_names({sdpa, "aten::_scaled_dot_product_flash_attention", "aten::_flash_attention_forward"}),
            "flash");
  EXPECT_EQ(backend_of_names({"aten::_scaled_dot_product_flash_attention_quantized"}), "flash");
  EXPECT_EQ(
      backend_of_names({sdpa, "aten::_scaled_dot_product_efficient_attention", "aten::_efficient_attention_forward"}),
      "efficient");
  EXPECT_EQ(backend_of_names({sdpa, "aten::_scaled_dot_product_cudnn_attention", "aten::_cudnn_attention_forward"}),
            "cudnn");
  EXPECT_EQ(backend_of_names({sdpa, "aten::_scaled_dot_product_attention_math", "aten::matmul"}), "math");
  EXPECT_EQ(backend_of_names({sdpa, "aten::_scaled_dot_product_attention_math_for_mps"}), "math");
  EXPECT_EQ(backend_of_names({sdpa, "aten::_scaled_dot_product_fused_attention_overrideable"}), "overrideable");
}

TEST(BackendOf, TakesAnUnknownImplementationByItsOwnName) {
  EXPECT_EQ(backend_of_names({"aten::scaled_dot_product_attention", "aten::_scaled_dot_product_new_attention"}),
            "_scaled_dot_product_new_attention");
}

TEST(BackendOf, SaysUnknownWhereSdpaCalledNoneThatIsNamed) {
  EXPECT_EQ(backend_of_names({"aten::scaled_dot_product_attention", "aten::matmul"}), "unknown");
}

TEST(BackendOf, JoinsSeveralInOrder) {
  EXPECT_EQ(
      backend_of_names({"aten::_scaled_dot_product_flash_attention_for_cpu", "aten::_scaled_dot_product_attention_math",
                        "aten::_scaled_dot_product_flash_attention_for_cpu"}),
      "flash+math");
}

TEST(BackendOf, IsNoneWithoutAnyOpOfSdpa) {
  EXPECT_EQ(backend_of_names({}), "none");
  EXPECT_EQ(backend_of_names({"aten::matmul", "aten::_softmax", "aten::_fused_sdp_choice", "aten::flash_attention"}),
            "none");
}

}  // namespace
}  // namespace attn
