#include "profiling/nvidia_driver.h"

#include <gtest/gtest.h>

#include "tests/profiling/fake_root.h"

namespace attn {
namespace {

TEST(NvidiaDriver, IsAbsentOnAHostWithoutIt) {
  const FakeRoot root;
  const NvidiaDriver driver = nvidia_driver(root.path());
  EXPECT_EQ(driver.release, std::nullopt);
  EXPECT_FALSE(driver.has_device());
}

TEST(NvidiaDriver, ReadsTheReleaseOfTheProprietaryModule) {
  FakeRoot root;
  root.with("proc/driver/nvidia/version",
            "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.104.05  Sat Aug 19 01:15:15 UTC 2023\n"
            "GCC version:  gcc version 11.4.0 (Ubuntu 11.4.0-1ubuntu1~22.04)\n");
  EXPECT_EQ(nvidia_driver(root.path()).release, "535.104.05");
}

TEST(NvidiaDriver, ReadsTheReleaseOfTheOpenModule) {
  FakeRoot root;
  root.with("proc/driver/nvidia/version",
            "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.95.05  Release Build  (dvs-builder@U22-I3)  "
            "Tue Sep 23 09:55:41 UTC 2025\nGCC version:  gcc version 12.2.0\n");
  EXPECT_EQ(nvidia_driver(root.path()).release, "580.95.05");
}

TEST(NvidiaDriver, TakesNoOtherNumberForARelease) {
  FakeRoot root;
  root.with("proc/driver/nvidia/version",
            "NVRM version: NVIDIA UNIX x86_64 Kernel Module, Sat Aug 19 01:15 2023.\n"
            "GCC version:  gcc version 11.4.0\n");
  EXPECT_EQ(nvidia_driver(root.path()).release, std::nullopt);
}

TEST(NvidiaDriver, SeesADeviceWhateverItsNumber) {
  FakeRoot root;
  root.with("dev/nvidiactl", "").with("dev/nvidia-uvm", "").with("dev/nvidia", "");
  EXPECT_FALSE(nvidia_driver(root.path()).has_device()) << "these are there without a GPU too";
  root.with("dev/nvidia3", "");
  const NvidiaDriver driver = nvidia_driver(root.path());
  EXPECT_TRUE(driver.has_device_node);
  EXPECT_TRUE(driver.has_device());
}

TEST(NvidiaDriver, SeesThatAContainerWasNotGivenItsHostsGpu) {
  FakeRoot root;
  root.with("proc/driver/nvidia/gpus/0000:17:00.0/information", "Model: NVIDIA H200\n");
  const NvidiaDriver driver = nvidia_driver(root.path());
  EXPECT_TRUE(driver.lists_device);
  EXPECT_FALSE(driver.has_device_node);
  EXPECT_TRUE(driver.has_device());
}

TEST(NvidiaDriver, SeesAGpuOfWindowsOnlyWithNvidiasLibrary) {
  FakeRoot root;
  root.with("dev/dxg", "");
  EXPECT_FALSE(nvidia_driver(root.path()).has_device()) << "another maker's GPU";
  root.with("usr/lib/wsl/lib/libcuda.so.1", "");
  EXPECT_TRUE(nvidia_driver(root.path()).has_device());
}

}  // namespace
}  // namespace attn
