#include "profiling/resources/resource_listing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "profiling/text_file.h"

namespace attn {
namespace {

using testing::ElementsAre;

const std::string kFlash =
    "_ZN13pytorch_flash16flash_fwd_kernelI23Flash_fwd_kernel_traitsILi64ELi128ELi128ELi4ELb0ELb0EN7cutlass10bfloat16_"
    "tE19Flash_kernel_traitsILi64ELi128ELi128ELi4ES3_EELb0ELb1ELb0ELb0ELb0ELb1ELb0ELb0EEEvNS_16Flash_fwd_paramsE";
const std::string kSoftmax =
    "_ZN43_GLOBAL__N__b6de9c8c_10_SoftMax_cu_9f978f6320softmax_warp_forwardIN3c108BFloat16ES2_fLi10ELb0ELb0EEEvPT0_"
    "PKT_iiiPKbib";

KernelsByArch read_listing(std::string_view text) {
  ResourceListing listing;
  for (const std::string_view line : lines_of(text)) listing.take_line(line);
  return listing.take_kernels();
}

/// Pieces of what cuobjdump 13.2 printed for LibTorch 2.11's libtorch_cuda.so.
KernelsByArch recorded(const std::string& file) {
  const auto text = read_text_file(ATTN_RECORDED + ("/" + file));
  EXPECT_TRUE(text) << file;
  return read_listing(text.value_or(""));
}

TEST(ResourceListing, ReadsWhatCuobjdumpPrints) {
  const KernelsByArch kernels = recorded("res_usage_sm_80.txt");
  ASSERT_EQ(kernels.size(), 1U);
  EXPECT_EQ(kernels.at("sm_80"), (KernelUses{{kFlash, {255, 0}}, {kSoftmax, {48, 0}}}));
}

TEST(ResourceListing, KeepsTheCodeObjectsWithALetterApartAndLeavesOutWhatTheSystemReserves) {
  const KernelsByArch kernels = recorded("res_usage_sm_90.txt");
  ASSERT_EQ(kernels.size(), 2U);
  EXPECT_EQ(kernels.at("sm_90").at(kFlash), (KernelUse{255, 0}));
  EXPECT_EQ(kernels.at("sm_90").at(kSoftmax), (KernelUse{48, 0}));
  ASSERT_EQ(kernels.at("sm_90a").size(), 1U);
  const auto& [gemm, use] = *kernels.at("sm_90a").begin();
  EXPECT_EQ(use, (KernelUse{168, 0}));
  EXPECT_EQ(kernels.at("sm_90").at(gemm), (KernelUse{24, 0}));
}

std::string listing_of(const std::string& arch, const std::string& figures) {
  return "Fatbin elf code:\n================\narch = " + arch +
         "\n\nResource usage:\n Common:\n  GLOBAL:0\n Function _Z1kv:\n" + figures + "\n";
}

TEST(ResourceListing, SubtractsTheReservedBytesOnlyWhereTheyAreCounted) {
  const auto shared = [](const std::string& arch, const std::string& bytes) {
    return read_listing(listing_of(arch, "  REG:8 STACK:0 SHARED:" + bytes)).at(arch).at("_Z1kv").static_shared_bytes;
  };
  EXPECT_EQ(shared("sm_90", "2048"), 1024);
  EXPECT_EQ(shared("sm_120", "1040"), 16);
  EXPECT_EQ(shared("sm_100a", "1024"), 0);
  EXPECT_EQ(shared("sm_90", "0"), 0);
  EXPECT_EQ(shared("sm_89", "2048"), 2048);
}

TEST(ResourceListing, TakesFiguresByTheirNamesInAnyOrder) {
  const auto kernels = read_listing(listing_of("sm_80", "  UREG:5 SHARED:16 BARRIER:1 REG:40"));
  EXPECT_EQ(kernels.at("sm_80").at("_Z1kv"), (KernelUse{40, 16}));
}

TEST(ResourceListing, PassesOverAKernelWithoutFigures) {
  for (const char* figures : {"", "  REG:40", "  REG:x SHARED:0", " Function _Z1jv:"}) {
    EXPECT_TRUE(read_listing(listing_of("sm_80", figures)).empty()) << figures;
  }
}

TEST(ResourceListing, TheFirstOfTwoEqualKernelsCounts) {
  const auto kernels =
      read_listing(listing_of("sm_80", "  REG:40 SHARED:0") + listing_of("sm_80", "  REG:41 SHARED:0"));
  EXPECT_EQ(kernels.at("sm_80").at("_Z1kv").registers, 40);
}

TEST(KernelsFor, NamesOnlyTheCodeThatAKernelIsTakenFrom) {
  const KernelsByArch kernels = {{"sm_80", {{"a", {1, 0}}, {"b", {2, 0}}}},
                                 {"sm_86", {{"a", {3, 0}}, {"b", {4, 0}}}},
                                 {"sm_89", {{"a", {5, 0}}}},
                                 {"sm_90", {{"a", {6, 0}}}}};
  const CardKernels found = kernels_for(parse_code_arch("sm_89").value(), kernels);
  EXPECT_EQ(found.kernels, (KernelUses{{"a", {5, 0}}, {"b", {4, 0}}}));
  EXPECT_THAT(found.code, ElementsAre(CodeArch{8, 9, 0}, CodeArch{8, 6, 0}));
  EXPECT_EQ(kernels_for(parse_code_arch("sm_75").value(), kernels).kernels, KernelUses{});
}

}  // namespace
}  // namespace attn
