#include "profiling/cpu/available_memory.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "profiling/cpu/cgroup_memory.h"
#include "tests/profiling/fake_root.h"

namespace attn {
namespace {

constexpr const char* kMeminfo = "MemTotal:       8000 kB\nMemFree:        1000 kB\nMemAvailable:   5000 kB\n";
constexpr int64_t kAvailable = 5000 * 1024;

class AvailableMemory : public testing::Test {
 protected:
  AvailableMemory() { root_.with("proc/meminfo", kMeminfo); }
  FakeRoot root_;
};

TEST_F(AvailableMemory, IsWhatTheKernelSaysWithoutALimit) {
  EXPECT_EQ(available_memory_bytes(root_.path()), kAvailable);
  EXPECT_EQ(total_memory_bytes(root_.path()), 8000 * 1024);
}

TEST_F(AvailableMemory, ThrowsWithThePathWhereTheKernelDoesNotSay) {
  root_.with("proc/meminfo", "MemTotal: 8000 kB\n");
  try {
    available_memory_bytes(root_.path());
    FAIL() << "no exception";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("proc/meminfo"), std::string::npos) << error.what();
  }
}

TEST_F(AvailableMemory, IsBoundedByALimitOfVersion2) {
  root_.with("proc/self/cgroup", "0::/job\n")
      .with("sys/fs/cgroup/job/memory.max", "3000000\n")
      .with("sys/fs/cgroup/job/memory.current", "1000000\n")
      .with("sys/fs/cgroup/job/memory.stat", "anon 600000\nfile 400000\ninactive_file 300000\n");
  // 3,000,000 − (1,000,000 − 300,000): the kernel drops inactive file cache before it refuses.
  EXPECT_EQ(available_memory_bytes(root_.path()), 2'300'000);
  EXPECT_EQ(total_memory_bytes(root_.path()), 3'000'000);
}

TEST_F(AvailableMemory, IsBoundedByALimitOfVersion1) {
  root_.with("proc/self/cgroup", "5:cpu,cpuacct:/\n4:hugetlb,memory:/docker/1f\n0::/\n")
      .with("sys/fs/cgroup/memory/docker/1f/memory.limit_in_bytes", "2000000\n")
      .with("sys/fs/cgroup/memory/docker/1f/memory.usage_in_bytes", "500000\n")
      .with("sys/fs/cgroup/memory/docker/1f/memory.stat", "inactive_file 1\ntotal_inactive_file 100000\n");
  EXPECT_EQ(available_memory_bytes(root_.path()), 1'600'000);
}

TEST_F(AvailableMemory, TakesTheTightestOfAllTheGroupsAround) {
  root_.with("proc/self/cgroup", "0::/outer/inner\n")
      .with("sys/fs/cgroup/outer/memory.max", "1000000\n")
      .with("sys/fs/cgroup/outer/memory.current", "400000\n")
      .with("sys/fs/cgroup/outer/inner/memory.max", "max\n")
      .with("sys/fs/cgroup/outer/inner/memory.current", "400000\n");
  EXPECT_EQ(available_memory_bytes(root_.path()), 600'000);
}

TEST_F(AvailableMemory, FindsTheContainersOwnGroupAtTheTop) {
  // Docker with version 1 shows the host's path but mounts only the container's group.
  root_.with("proc/self/cgroup", "4:memory:/docker/1f\n")
      .with("sys/fs/cgroup/memory/memory.limit_in_bytes", "2000000\n")
      .with("sys/fs/cgroup/memory/memory.usage_in_bytes", "500000\n");
  EXPECT_EQ(available_memory_bytes(root_.path()), 1'500'000);
}

TEST_F(AvailableMemory, IsNeverNegative) {
  root_.with("proc/self/cgroup", "0::/\n")
      .with("sys/fs/cgroup/memory.max", "1000\n")
      .with("sys/fs/cgroup/memory.current", "2000\n");
  EXPECT_EQ(available_memory_bytes(root_.path()), 0);
}

TEST_F(AvailableMemory, IsNotChangedByTheNumberThatMeansNoLimit) {
  root_.with("proc/self/cgroup", "4:memory:/\n")
      .with("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n")
      .with("sys/fs/cgroup/memory/memory.usage_in_bytes", "500000\n")
      .with("sys/fs/cgroup/memory/memory.stat", "total_inactive_file 400000\n");
  EXPECT_EQ(available_memory_bytes(root_.path()), kAvailable);
}

TEST_F(AvailableMemory, PassesOverLinesThatAreNoGroups) {
  root_.with("proc/self/cgroup", "nonsense\n7:memoryx:/\n:\n0::/../elsewhere\n");
  EXPECT_TRUE(cgroup_memory(root_.path()).empty());
  EXPECT_EQ(available_memory_bytes(root_.path()), kAvailable);
}

TEST(AvailableMemoryHere, IsPositiveAndAtMostTheTotal) {
  const auto total = total_memory_bytes();
  ASSERT_TRUE(total.has_value());
  EXPECT_GT(available_memory_bytes(), 0);
  EXPECT_LE(available_memory_bytes(), *total);
}

}  // namespace
}  // namespace attn
