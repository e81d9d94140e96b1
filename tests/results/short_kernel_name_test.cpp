#include "results/short_kernel_name.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(KernelName, LosesItsReturnTypeArgumentsAndAnonymousNamespaces) {
  EXPECT_EQ(short_kernel_name("void flash::fwd<64, true>(flash::Params)"), "flash::fwd<64, true>");
  EXPECT_EQ(short_kernel_name("void at::(anonymous namespace)::k<1>(int, f(int))"), "at::k<1>");
  EXPECT_EQ(short_kernel_name("fmha_cutlassF_bf16_aligned_64x64_rf_sm80(P)"),
            "fmha_cutlassF_bf16_aligned_64x64_rf_sm80");
  EXPECT_EQ(short_kernel_name("("), "(");
  EXPECT_EQ(short_kernel_name(")"), ")");
}

}  // namespace
}  // namespace attn
