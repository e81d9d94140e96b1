#include "profiling/kernel_words.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <set>

#include "results/csv.h"

namespace attn {
namespace {

struct KnownName {
  std::string words;
  std::string name;
};

/// Names as LibTorch 2.11 and 2.15, cuBLAS, cuDNN and PyTorch's compiler have them, with the words for each.
std::vector<KnownName> known_names() {
  constexpr std::array<std::string_view, 2> kColumns{"words", "name"};
  std::vector<KnownName> names;
  for (const auto& cells : read_csv(ATTN_SOURCE_DIR "/tests/profiling/kernel_names.csv", kColumns).rows) {
    names.push_back({.words = cells[0], .name = cells[1]});
  }
  return names;
}

TEST(KernelWords, AreThoseOfTheTableForEveryNameInIt) {
  for (const auto& [words, name] : known_names()) EXPECT_EQ(words_for_kernel(name).value_or("nothing"), words) << name;
}

TEST(KernelWords, HaveNoRuleThatNoNameOfTheTableNeeds) {
  std::set<int64_t> needed;
  for (const KnownName& known : known_names()) {
    for (const int64_t line : kernel_word_lines(known.name)) needed.insert(line);
  }
  for (const int64_t line : all_kernel_word_lines())
    EXPECT_TRUE(needed.contains(line)) << "kernel_words.csv, line " << line;
}

TEST(KernelWords, OfTheArticlesKernelsAreTheArticles) {
  EXPECT_EQ(words_for_kernel("ampere_bf16_s16816gemm_bf16_128x128_ldg8_f2f_stages_32x5_tn"),
            "bf16 tensor-core matmul 16×8×16, Aᵀ·B, tile 128×128, 5-stage, K by 32, sm_80");
  EXPECT_EQ(words_for_kernel("ampere_sgemm_128x64_tn"), "fp32 matmul on CUDA cores, Aᵀ·B, tile 128×64, sm_80");
  EXPECT_EQ(words_for_kernel("fmha_cutlassF_bf16_aligned_64x64_rf_sm80"),
            "CUTLASS fused attention, forward, bf16, aligned, tile 64×64, accumulator in registers, sm_80");
  EXPECT_EQ(words_for_kernel("Memcpy DtoD"), "copy within the GPU");
}

TEST(KernelWords, AreNoneForNamesThatNoRuleKnows) {
  for (const auto* name : {"", "my_kernel", "void my::kernel<float, 4>(float*)", "gemm", "my_triton_kernel", "Memcpy",
                           "memset_kernel", "my_cublasGemmEx", "void at::native::elementwise<4>(int)"}) {
    EXPECT_EQ(words_for_kernel(name), std::nullopt) << name;
  }
}

TEST(KernelWords, OfANameWithoutEndComeInAMoment) {
  std::string name = "void at::native::vectorized_elementwise_kernel<4, ";
  for (int i = 0; i < 100'000; ++i) name += "at::native::elementwise_kernel<softmax_warp_forward<{lambda(";
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_TRUE(words_for_kernel(name));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1));
}

}  // namespace
}  // namespace attn
