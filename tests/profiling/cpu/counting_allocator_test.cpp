#include "profiling/cpu/counting_allocator.h"

#include <ATen/Parallel.h>
#include <ATen/ops/empty_ops.h>
#include <ATen/ops/resize_ops.h>
#include <c10/core/CPUAllocator.h>
#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <stdexcept>
#include <thread>

#include "tests/profiling/forwards.h"

namespace attn {
namespace {

constexpr int64_t kMiB = 1024 * 1024;

at::Tensor bytes_tensor(int64_t bytes) {
  const std::vector<int64_t> shape = {bytes};
  return at::_ops::empty_memory_format::call(c10::fromIntArrayRefSlow(shape), at::kByte, at::kStrided, at::kCPU, false,
                                             std::nullopt);
}

double mib(int64_t bytes) {
  return static_cast<double>(bytes) / static_cast<double>(kMiB);
}

class PeakCpuBytes : public testing::Test {
 protected:
  ~PeakCpuBytes() override { EXPECT_EQ(c10::GetCPUAllocator(), before_) << "the allocator was not put back"; }
  c10::Allocator* before_ = c10::GetCPUAllocator();
};

// The scores are 8·512·512·4 B = 8 MiB; the step from one to the next holds two of them, and four bytes for the scale.
TEST_F(PeakCpuBytes, IsTwoScoreMatricesForNaiveAttention) {
  EXPECT_NEAR(mib(peak_cpu_bytes(naive_forward(8, 512, 64))), 16.0, 0.01);
}

// Output 1 MiB, log-sum-exp 8·512·4 B, and for each thread its block of scores, two rows of sums and a block of output:
// (64·512 + 2·64 + 64·64)·4 B (FlashAttentionKernel.cpp: blocks of 64 queries and 512 keys at this length).
TEST_F(PeakCpuBytes, IsTheOutputAndTheThreadsBlocksForFlashAttention) {
  const int threads = at::get_num_threads();
  at::set_num_threads(2);
  const int64_t peak = peak_cpu_bytes(sdpa_forward("flash", 8, 512, 64));
  at::set_num_threads(threads);
  EXPECT_NEAR(mib(peak), 1.30, 0.005);
}

TEST_F(PeakCpuBytes, IsExactForTensorsOfKnownSize) {
  EXPECT_EQ(peak_cpu_bytes([] { return bytes_tensor(1000); }), 1000);
  EXPECT_EQ(peak_cpu_bytes([] {
              bytes_tensor(5000);         // freed at once
              return bytes_tensor(3000);  // never together with it
            }),
            5000);
  EXPECT_EQ(peak_cpu_bytes([] {
              const at::Tensor held = bytes_tensor(5000);
              return bytes_tensor(3000);
            }),
            8000);
}

TEST_F(PeakCpuBytes, IsZeroWhereNothingIsAllocated) {
  EXPECT_EQ(peak_cpu_bytes([] { return at::Tensor(); }), 0);
  EXPECT_EQ(peak_cpu_bytes([] { return bytes_tensor(0); }), 0);
}

TEST_F(PeakCpuBytes, CountsWhatOtherThreadsAllocate) {
  EXPECT_EQ(peak_cpu_bytes([] {
              at::Tensor output;
              std::thread([&output] { output = bytes_tensor(7000); }).join();
              return output;
            }),
            7000);
}

constexpr int kThreads = 4;

TEST_F(PeakCpuBytes, CountsWhatOpenMpWorkersAllocateAtOnce) {
  std::vector<std::thread::id> workers(kThreads);
  const int64_t peak = peak_cpu_bytes([&workers] {
    std::vector<at::Tensor> buffers(kThreads);
#pragma omp parallel for num_threads(kThreads) schedule(static, 1)
    for (int i = 0; i < kThreads; ++i) {
      workers[static_cast<size_t>(i)] = std::this_thread::get_id();
      for (int repeat = 0; repeat < 1000; ++repeat) buffers[static_cast<size_t>(i)] = bytes_tensor(1000 + i);
    }
    return bytes_tensor(100);
  });
  EXPECT_EQ(std::set(workers.begin(), workers.end()).size(), 4u) << "they were not four threads";
  // The four that stay, and while a buffer is replaced both the old and the new one of at most each thread.
  EXPECT_GE(peak, 1000 + 1001 + 1002 + 1003 + 100);
  EXPECT_LE(peak, 2 * (1000 + 1001 + 1002 + 1003) + 100);
}

TEST_F(PeakCpuBytes, DoesNotCountDownWhatWasThereBefore) {
  at::Tensor earlier = bytes_tensor(1'000'000);
  EXPECT_EQ(peak_cpu_bytes([&earlier] {
              earlier.reset();
              return bytes_tensor(1000);
            }),
            1000);
}

TEST_F(PeakCpuBytes, DoesNotCountDownWhatAnEarlierMeasurementLeft) {
  at::Tensor kept;
  peak_cpu_bytes([&kept] { return kept = bytes_tensor(1'000'000); });
  EXPECT_EQ(peak_cpu_bytes([&kept] {
              kept.reset();
              return bytes_tensor(1000);
            }),
            1000);
}

TEST_F(PeakCpuBytes, LeavesTensorsUsableAfterwards) {
  at::Tensor kept;
  peak_cpu_bytes([&kept] { return kept = bytes_tensor(64); });
  EXPECT_EQ(reinterpret_cast<uintptr_t>(kept.data_ptr()) % 64, 0u) << "LibTorch's alignment";
  std::memset(kept.data_ptr(), 7, 64);
  const std::vector<int64_t> larger = {100'000};
  at::_ops::resize_::call(kept, c10::fromIntArrayRefSlow(larger), std::nullopt);
  EXPECT_EQ(static_cast<unsigned char*>(kept.data_ptr())[63], 7);
  std::memset(kept.data_ptr(), 8, 100'000);
  kept.reset();
}

TEST_F(PeakCpuBytes, LendsTheRawInterfaceOfLibTorchsAllocator) {
  EXPECT_EQ(peak_cpu_bytes([] {
              void* raw = c10::GetCPUAllocator()->raw_allocate(4000);
              std::memset(raw, 1, 4000);
              c10::GetCPUAllocator()->raw_deallocate(raw);
              return bytes_tensor(10);
            }),
            4000);
}

TEST_F(PeakCpuBytes, PutsTheAllocatorBackWhenTheForwardThrows) {
  at::Tensor kept;
  const Forward failing = [&kept]() -> at::Tensor {
    kept = bytes_tensor(1000);
    throw std::runtime_error("no");
  };
  EXPECT_THROW(peak_cpu_bytes(failing), std::runtime_error);
  EXPECT_EQ(c10::GetCPUAllocator(), before_);
  kept.reset();
  EXPECT_EQ(peak_cpu_bytes([] { return bytes_tensor(1000); }), 1000);
}

TEST_F(PeakCpuBytes, RefusesASecondMeasurementInside) {
  const Forward nested = [] {
    peak_cpu_bytes([] { return bytes_tensor(1); });
    return bytes_tensor(1);
  };
  EXPECT_THROW(peak_cpu_bytes(nested), std::logic_error);
}

}  // namespace
}  // namespace attn
