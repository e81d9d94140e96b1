#include "standin/kernel_resources.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "standin/kernel_registry.h"

namespace attn::standin {
namespace {

constexpr const char* kText =
    "library=/nowhere/libkernels.so\n"
    "code=sm_80,sm_86\n"
    "ptx=0\n"
    "_Z5flashv\t255\t0\n"
    "_Z6kernelv\t40\t16384\n";

std::string with_ptx() {
  std::string text = kText;
  return text.replace(text.find("ptx=0"), 5, "ptx=1");
}

TEST(LibraryResources, AreFoundByTheKernelsName) {
  const LibraryResources resources{kText};
  EXPECT_EQ(resources.library(), "/nowhere/libkernels.so");
  EXPECT_EQ(resources.of("_Z5flashv").registers, 255);
  EXPECT_EQ(resources.of("_Z6kernelv").static_shared_bytes, 16384);
  EXPECT_TRUE(resources.of("_Z6kernelv").has_image);
}

TEST(LibraryResources, HaveNoImageOfAnotherKernelUnlessThereIsPtx) {
  EXPECT_FALSE(LibraryResources{kText}.of("_Z5otherv").has_image);
  const Resources compiled = LibraryResources{with_ptx()}.of("_Z5otherv");
  EXPECT_TRUE(compiled.has_image);
  EXPECT_EQ(compiled.registers, 0) << "the driver compiles it: unknown";
}

TEST(LibraryResources, NameTheLineThatCanNotBeRead) {
  for (const char* bad : {"kernel\n", "kernel\t40\n", "kernel\t-1\t0\n", "kernel\tmany\t0\n"}) {
    EXPECT_THROW(LibraryResources{std::string(kText) + bad}, std::invalid_argument) << bad;
  }
  EXPECT_THROW(LibraryResources{"code=sm_80\n"}, std::invalid_argument);
}

TEST(KernelResources, AreUnknownForALibraryThatIsNotListed) {
  const auto file = std::filesystem::path(testing::TempDir()) / "standin_resources.txt";
  std::ofstream(file) << kText;
  KernelResources resources({file.string()});
  EXPECT_EQ(resources.of("/nowhere/libkernels.so", "_Z5flashv").registers, 255);
  EXPECT_EQ(resources.of("/nowhere/libother.so", "_Z5flashv").registers, 0);
  EXPECT_TRUE(resources.of("/nowhere/libother.so", "_Z5otherv").has_image);
}

TEST(KernelResourcesDeathTest, EndTheProcessForAFileThatIsNone) {
  const auto file = std::filesystem::path(testing::TempDir()) / "standin_no_resources.txt";
  std::ofstream(file) << "hello\n";
  KernelResources resources({file.string()});
  EXPECT_EXIT(resources.of("a", "b"), testing::ExitedWithCode(2), "is no file of kernel resources");
}

TEST(KernelRegistry, KnowsAKernelByItsStubUntilItsModuleGoes) {
  KernelRegistry kernels({});
  const int module = 0;
  const int stub = 0;
  kernels.add(&module, &stub, "_Z6kernelv");
  Kernel* const kernel = kernels.find(&stub);
  ASSERT_NE(kernel, nullptr);
  EXPECT_EQ(kernel->name, "_Z6kernelv");
  EXPECT_EQ(kernels.find(kernel), kernel) << "by its handle";
  kernels.remove_module(&module);
  EXPECT_EQ(kernels.find(&stub), nullptr);
  EXPECT_EQ(kernels.find_by_name("triton"), kernels.find_by_name("triton"));
}

}  // namespace
}  // namespace attn::standin
