// A program of its own: what malloc is told here holds to the end of the process.
#include "profiling/cpu/freed_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "profiling/cpu/process_usage.h"
#include "profiling/text_file.h"
#include "tests/profiling/forwards.h"

namespace attn {
namespace {

/// The fewest of five forwards after two that are not counted: the heap may still grow in one of them.
int64_t page_faults_a_forward(const Forward& forward) {
  for (int warmup = 0; warmup < 2; ++warmup) forward();
  int64_t fewest = std::numeric_limits<int64_t>::max();
  for (int repeat = 0; repeat < 5; ++repeat) {
    const ProcessUsage before = process_usage();
    forward();
    fewest = std::min(fewest, (process_usage() - before).page_faults);
  }
  return fewest;
}

bool huge_pages_always() {
  const std::string text = read_text_file("/sys/kernel/mm/transparent_hugepage/enabled").value_or("");
  return text.find("[always]") != std::string::npos;
}

// The score matrix is 8·1,024·1,024·4 B = 32 MiB: 8,192 pages of 4 KiB.
TEST(KeepFreedMemory, SparesAForwardItsPageFaults) {
  const Forward forward = naive_forward(8, 1024, 64);
  const int64_t faults_before = page_faults_a_forward(forward);
  if (!keep_freed_memory()) GTEST_SKIP() << "because malloc comes from " << malloc_library() << ", which has no switch";
  EXPECT_LT(page_faults_a_forward(forward), 100);
  if (!huge_pages_always()) {
    EXPECT_GT(faults_before, 8192) << "without the switch each matrix is mapped anew";
  }
}

TEST(KeepFreedMemory, KeepsTheMemoryUntilItIsGivenBack) {
  if (!keep_freed_memory()) GTEST_SKIP() << "because malloc comes from " << malloc_library() << ", which has no switch";
  const Forward forward = naive_forward(8, 1024, 64);
  forward();
  EXPECT_GT(kept_freed_bytes(), 32 * 1024 * 1024);
  EXPECT_LT(page_faults_a_forward(forward), 100);
  give_back_freed_memory();
  const ProcessUsage before = process_usage();
  forward();
  const int64_t faults = process_usage().page_faults - before.page_faults;
  EXPECT_GT(faults, huge_pages_always() ? 16 : 8192);
}

}  // namespace
}  // namespace attn
