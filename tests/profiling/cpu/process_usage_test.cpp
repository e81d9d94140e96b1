#include "profiling/cpu/process_usage.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace attn {
namespace {

TEST(ProcessUsage, CountsAPageFaultForEachFreshPage) {
  constexpr int64_t kPages = 500;
  const auto page_bytes = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t bytes = static_cast<size_t>(kPages) * page_bytes;
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  madvise(memory, bytes, MADV_NOHUGEPAGE);  // else one fault may bring 512 pages
  const ProcessUsage before = process_usage();
  for (size_t page = 0; page < static_cast<size_t>(kPages); ++page) {
    static_cast<volatile char*>(memory)[page * page_bytes] = 1;
  }
  const ProcessUsage after = process_usage();
  munmap(memory, bytes);
  EXPECT_GE(after.page_faults - before.page_faults, kPages);
  EXPECT_LT(after.page_faults - before.page_faults, 2 * kPages);
}

/// Runs until told to stop, on one core.
void stay_busy_on(int core, const std::atomic<bool>& stop) {
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(core, &only);
  pthread_setaffinity_np(pthread_self(), sizeof(only), &only);
  while (!stop) {
  }
}

TEST(ProcessUsage, CountsSwitchesWhenTwoBusyThreadsShareACore) {
  const int core = sched_getcpu();
  ASSERT_GE(core, 0);
  const ProcessUsage before = process_usage();
  std::atomic<bool> stop = false;
  std::thread first([&] { stay_busy_on(core, stop); });
  std::thread second([&] { stay_busy_on(core, stop); });
  // A time slice is some milliseconds; a loaded machine gets much longer.
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  int64_t switches = 0;
  while (switches < 10 && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    switches = process_usage().involuntary_context_switches - before.involuntary_context_switches;
  }
  stop = true;
  first.join();
  second.join();
  EXPECT_GE(switches, 10);
}

TEST(ProcessUsage, CountsTheCpuTimeOfOtherThreadsToo) {
  const ProcessUsage before = process_usage();
  std::atomic<bool> stop = false;
  std::thread busy([&] {
    while (!stop) {
    }
  });
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  double cpu_time_s = 0;
  while (cpu_time_s < 0.05 && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    cpu_time_s = (process_usage() - before).cpu_time_s;
  }
  stop = true;
  busy.join();
  EXPECT_GE(cpu_time_s, 0.05);
}

TEST(ProcessUsage, IsAddedAndSubtractedPartByPart) {
  const ProcessUsage a = {10, 7, 1.5};
  const ProcessUsage b = {4, 2, 0.5};
  EXPECT_EQ((a + b).page_faults, 14);
  EXPECT_EQ((a + b).involuntary_context_switches, 9);
  EXPECT_DOUBLE_EQ((a + b).cpu_time_s, 2.0);
  EXPECT_EQ((a - b).page_faults, 6);
  EXPECT_EQ((a - b).involuntary_context_switches, 5);
  EXPECT_DOUBLE_EQ((a - b).cpu_time_s, 1.0);
}

}  // namespace
}  // namespace attn
