// What is in the LibTorch that this is built with, as far as cuobjdump is here.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <functional>

#include "profiling/resources/device_code.h"
#include "profiling/resources/find_cuobjdump.h"
#include "profiling/resources/kernel_resources.h"
#include "profiling/text_file.h"
#include "tests/profiling/fake_root.h"

namespace attn {
namespace {

const std::filesystem::path kFolder = ATTN_TORCH_FOLDER;
const std::filesystem::path kLibrary = kFolder / "libtorch_cuda.so";

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

/// CPU time of this process, which a busy machine does not lengthen as it does the clock's.
double cpu_seconds_of(const std::function<void()>& work) {
  const auto used = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  };
  const double before = used();
  work();
  return used() - before;
}

TEST(RealLibrary, ItsDeviceCodeIsListedInMilliseconds) {
  if (!std::filesystem::exists(kLibrary)) GTEST_SKIP() << "skipped, because this LibTorch is without CUDA";
  std::vector<std::filesystem::path> libraries;
  EXPECT_LT(cpu_seconds_of([&] { libraries = libraries_with_device_code(kFolder); }), 0.2);
  EXPECT_NE(std::ranges::find(libraries, std::filesystem::canonical(kLibrary)), libraries.end());
  std::optional<DeviceCode> code;
  EXPECT_LT(cpu_seconds_of([&] { code = device_code_of(kLibrary); }), 0.5);
  ASSERT_TRUE(code && !code->fatbins.empty());
  for (const auto& fatbin : code->fatbins) {
    EXPECT_NE(std::ranges::find(fatbin, CodeArch{8, 0, 0}), fatbin.end());  // an A100 runs all of LibTorch
  }
}

TEST(RealLibrary, FlashAttentionForHeadDim64HasTheRegistersThatAGpuReports) {
  if (!std::filesystem::exists(kLibrary)) GTEST_SKIP() << "skipped, because this LibTorch is without CUDA";
  if (const FoundFile cuobjdump = find_cuobjdump(kFolder); !cuobjdump.path) {
    GTEST_SKIP() << "skipped, because " << cuobjdump.reason;
  }
  const FakeRoot cache;
  FoundFile file;
  EXPECT_LT(cpu_seconds_of([&] { file = kernel_resources_of(kLibrary, {"sm_80"}, cache.path()).at(0); }), 2.0);
  ASSERT_TRUE(file.path) << file.reason;
  const std::string text = read_text_file(*file.path).value();
  const auto lines = lines_of(text);
  EXPECT_GT(lines.size(), 10'000U);
  // Causal, bf16, a block of 128 × 128, 4 warps: 255 on an A100, as its profiles show.
  const auto flash = std::ranges::find_if(lines, [](std::string_view line) {
    return line.starts_with(
               "_ZN13pytorch_flash16flash_fwd_kernelI23Flash_fwd_kernel_traitsILi64ELi128ELi128ELi4ELb0ELb0E"
               "N7cutlass10bfloat16_t") &&
           line.find("ELb0ELb1ELb0ELb0ELb1ELb1ELb0ELb0EEEv") != std::string_view::npos;
  });
  ASSERT_NE(flash, lines.end());
  EXPECT_TRUE(flash->ends_with("\t255\t0")) << *flash;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  EXPECT_LT(usage.ru_maxrss, 300'000) << "KiB";
}

}  // namespace
}  // namespace attn
