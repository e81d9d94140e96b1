#include "standin/device_memory.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "standin/pinned_memory.h"

namespace attn::standin {
namespace {

constexpr uint64_t kGiB = uint64_t{1} << 30;

int64_t resident_pages() {
  std::ifstream statm("/proc/self/statm");
  int64_t size = 0;
  int64_t resident = 0;
  statm >> size >> resident;
  return resident;
}

TEST(DeviceMemory, CountsWhatIsAllocatedAndFreed) {
  DeviceMemory memory(10 * kGiB);
  void* const first = memory.allocate(6 * kGiB).value();
  EXPECT_FALSE(memory.allocate(5 * kGiB));
  EXPECT_EQ(memory.used_bytes(), 6 * kGiB);
  EXPECT_TRUE(memory.free(first));
  EXPECT_FALSE(memory.free(first));
  EXPECT_EQ(memory.used_bytes(), 0);
  EXPECT_TRUE(memory.allocate(10 * kGiB));
}

TEST(DeviceMemory, CommitsNothing) {
  const int64_t before = resident_pages();
  DeviceMemory memory(1000 * kGiB);
  ASSERT_TRUE(memory.allocate(900 * kGiB));
  EXPECT_LT(resident_pages() - before, 1000);
}

TEST(DeviceMemory, KnowsWhichBytesAreItsOwn) {
  DeviceMemory memory(kGiB);
  char* const start = static_cast<char*>(memory.allocate(8192).value());
  EXPECT_TRUE(memory.holds(start, 8192));
  EXPECT_TRUE(memory.holds(start + 8191, 1));
  EXPECT_FALSE(memory.holds(start + 1, 8192));
  EXPECT_FALSE(memory.find(&memory));
  EXPECT_EQ(memory.find(start + 100)->start, reinterpret_cast<uintptr_t>(start));
}

TEST(DeviceMemory, TakesAnotherCapacity) {
  DeviceMemory memory(kGiB);
  void* const start = memory.allocate(kGiB).value();
  EXPECT_EQ(memory.set_capacity_bytes(2 * kGiB), kGiB);
  EXPECT_TRUE(memory.allocate(kGiB));
  memory.set_capacity_bytes(kGiB);
  EXPECT_FALSE(memory.allocate(1)) << "more is used than there is";
  EXPECT_TRUE(memory.free(start));
}

TEST(PinnedMemory, IsRealAndKnown) {
  PinnedMemory memory;
  int* const word = static_cast<int*>(memory.allocate(sizeof(int)).value());
  *word = 7;
  EXPECT_EQ(*word, 7);
  EXPECT_TRUE(memory.holds(word));
  EXPECT_TRUE(memory.free(word));
  int own = 0;
  EXPECT_TRUE(memory.add(&own, sizeof own));
  EXPECT_FALSE(memory.add(&own, sizeof own));
  EXPECT_FALSE(memory.free(&own)) << "it was added, not allocated";
  EXPECT_TRUE(memory.remove(&own));
  EXPECT_FALSE(memory.holds(&own));
}

}  // namespace
}  // namespace attn::standin
