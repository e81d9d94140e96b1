#include "profiling/cuda/cuda_memory.h"

#include <c10/cuda/CUDACachingAllocator.h>
#include <cuda_runtime_api.h>

#include "profiling/cuda/cuda_check.h"

namespace attn {

namespace allocator = c10::cuda::CUDACachingAllocator;

namespace {

constexpr auto kAll = static_cast<size_t>(c10::CachingAllocator::StatType::AGGREGATE);

}  // namespace

int64_t cuda_available_bytes(at::Device device) {
  size_t free = 0;
  size_t total = 0;
  ATTN_CUDA_CHECK(cudaMemGetInfo(&free, &total), "asking for the free memory");
  const auto stats = allocator::getDeviceStats(device.index());
  return static_cast<int64_t>(free) + stats.reserved_bytes[kAll].current - stats.allocated_bytes[kAll].current;
}

int64_t cuda_forward_peak_bytes(const Forward& forward, at::Device device) {
  // A first call also allocates what LibTorch keeps for later ones (cuBLAS's workspace, 8 MiB in a trial).
  forward();
  allocator::resetPeakStats(device.index());
  const int64_t before = allocator::getDeviceStats(device.index()).allocated_bytes[kAll].current;
  const at::Tensor output = forward();
  ATTN_CUDA_CHECK(cudaDeviceSynchronize(), "waiting for the forward whose memory is counted");
  return allocator::getDeviceStats(device.index()).allocated_bytes[kAll].peak - before;
}

void release_cuda_memory() {
  static_cast<void>(cudaGetLastError());
  allocator::emptyCache();
  ATTN_CUDA_CHECK(cudaGetLastError(), "giving cached memory back");
}

}  // namespace attn
