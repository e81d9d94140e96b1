#include "benchmarks/external/hugging_face_kernel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "benchmarks/external/sha256.h"
#include "benchmarks/temporary_folder.h"
#include "results/bad_request.h"

namespace attn {
namespace {

using testing::AllOf;
using testing::HasSubstr;

namespace fs = std::filesystem;

#if defined(__aarch64__)
const std::string kSystem = "aarch64-linux";
#else
const std::string kSystem = "x86_64-linux";
#endif

const KernelPlatform kGpu{.torch = {2, 11}, .cuda = MajorMinor{13, 0}, .on_cuda = true};
const KernelPlatform kCpu{.torch = {2, 11}, .cuda = MajorMinor{13, 0}, .on_cuda = false};

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

/// A kernel's folder with these variants, each with a library.
class HuggingFaceKernel : public testing::Test {
 protected:
  void add(const std::string& variant) { write(root() / "build" / (variant + "-" + kSystem) / "k.abi3.so", "ELF"); }
  fs::path root() const { return folder_.path() / "kernel"; }
  std::string chosen(const KernelPlatform& platform) const {
    const std::string name = find_kernel_file(root(), platform).library.parent_path().filename().string();
    return name.substr(0, name.find("-" + kSystem));
  }
  std::string refusal(const fs::path& path, const KernelPlatform& platform) const {
    try {
      find_kernel_file(path, platform);
    } catch (const BadRequest& error) {
      return error.what();
    }
    return "nothing was refused";
  }

  TemporaryFolder folder_{"a test"};
};

TEST_F(HuggingFaceKernel, TakesTheBuildForExactlyThisLibTorch) {
  for (const char* variant :
       {"torch210-cxx11-cu130", "torch211-cxx11-cu130", "torch213-cxx11-cu130", "torch-stable-abi210-cu130"})
    add(variant);
  EXPECT_EQ(chosen(kGpu), "torch211-cxx11-cu130");
}

TEST_F(HuggingFaceKernel, ElseTheNewestStableAbiThatIsNotNewer) {
  for (const char* variant : {"torch-stable-abi29-cu130", "torch-stable-abi210-cu130", "torch-stable-abi212-cu130"})
    add(variant);
  EXPECT_EQ(chosen(kGpu), "torch-stable-abi210-cu130");
}

TEST_F(HuggingFaceKernel, TakesCudaOfTheSameMajorVersionAndNotANewerOne) {
  for (const char* variant : {"torch211-cxx11-cu126", "torch211-cxx11-cu130", "torch211-cxx11-cu132"}) add(variant);
  EXPECT_EQ(chosen(kGpu), "torch211-cxx11-cu130");
}

TEST_F(HuggingFaceKernel, OnACpuTakesTheBuildForACpu) {
  for (const char* variant : {"torch211-cxx11-cu130", "torch211-cxx11-cpu"}) add(variant);
  EXPECT_EQ(chosen(kCpu), "torch211-cxx11-cpu");
  EXPECT_EQ(chosen(kGpu), "torch211-cxx11-cu130");
}

TEST_F(HuggingFaceKernel, ListsTheBuildsWhereNoneFits) {
  for (const char* variant : {"torch28-cxx11-cu126", "torch213-cxx11-cu130"}) add(variant);
  EXPECT_THAT(refusal(root(), kGpu),
              AllOf(HasSubstr("no build of it fits LibTorch 2.11, CUDA 13.0"), HasSubstr("torch28-cxx11-cu126")));
}

TEST_F(HuggingFaceKernel, FollowsTheHubsCacheToTheSnapshotOfMain) {
  const fs::path cache = folder_.path() / "models--someone--kernel";
  write(cache / "refs" / "main", "abc123");
  const std::string variant = "torch211-cxx11-cu130-" + kSystem;
  write(cache / "blobs" / "1", "ELF");
  for (const char* commit : {"abc123", "def456"}) {
    fs::create_directories(cache / "snapshots" / commit / "build" / variant);
    fs::create_symlink(cache / "blobs" / "1", cache / "snapshots" / commit / "build" / variant / "k.abi3.so");
  }
  EXPECT_EQ(find_kernel_file(cache, kGpu).library, fs::canonical(cache / "blobs" / "1"));
  fs::remove(cache / "refs" / "main");
  EXPECT_THAT(refusal(cache, kGpu), HasSubstr("2 snapshots and no refs/main"));
}

TEST_F(HuggingFaceKernel, HoldsTheFilesAgainstTheirDigests) {
  add("torch211-cxx11-cu130");
  const fs::path variant = root() / "build" / ("torch211-cxx11-cu130-" + kSystem);
  const std::string good = base64_of(sha256_of(variant / "k.abi3.so"));
  write(variant / "metadata.json", R"({"id": "k", "version": 3, "digest": {"k.abi3.so": ")" + good + "\"}}");
  const KernelFile file = find_kernel_file(root(), kGpu);
  EXPECT_THAT(file.facts, testing::Contains(testing::Pair("kernel_version", "3")));
  EXPECT_THAT(file.facts, testing::Contains(testing::Pair("kernel_id", "k")));
  write(variant / "k.abi3.so", "ELF, but another one");
  EXPECT_THAT(refusal(root(), kGpu), HasSubstr("not the file of its digest"));
}

TEST_F(HuggingFaceKernel, AsksWhichOfSeveralLibraries) {
  add("torch211-cxx11-cu130");
  write(root() / "build" / ("torch211-cxx11-cu130-" + kSystem) / "other.so", "ELF");
  EXPECT_THAT(refusal(root(), kGpu), HasSubstr("2 libraries"));
}

TEST_F(HuggingFaceKernel, NamesAPathThatIsNotThere) {
  EXPECT_THAT(refusal(folder_.path() / "nowhere", kCpu), HasSubstr("nowhere: there is no such file"));
}

TEST(Sha256, IsThatOfFips180) {  // of "abc", appendix of FIPS 180-2
  const TemporaryFolder folder("a test");
  write(folder.path() / "abc", "abc");
  const Sha256 sum = sha256_of(folder.path() / "abc");
  EXPECT_EQ(hex_of(sum), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(base64_of(sum), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
}

}  // namespace
}  // namespace attn
