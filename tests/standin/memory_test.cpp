#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "standin/contract.h"

namespace attn::standin {
namespace {

constexpr size_t kGiB = size_t{1} << 30;

struct Free {
  size_t free = 0;
  size_t total = 0;
};

Free memory_info() {
  Free info;
  EXPECT_EQ(cudaMemGetInfo(&info.free, &info.total), cudaSuccess);
  return info;
}

TEST(StandinMemory, IsTheCardsAndRunsOutRecoverably) {
  const Free before = memory_info();
  EXPECT_EQ(before.total, 85100068864);
  void* first = nullptr;
  void* second = nullptr;
  ASSERT_EQ(cudaMalloc(&first, 60 * kGiB), cudaSuccess);
  EXPECT_EQ(memory_info().free, before.free - 60 * kGiB);
  EXPECT_EQ(cudaMalloc(&second, 60 * kGiB), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(cudaFree(first), cudaSuccess);
  EXPECT_EQ(cudaMalloc(&second, 60 * kGiB), cudaSuccess);
  EXPECT_EQ(cudaFree(second), cudaSuccess);
  EXPECT_EQ(cudaFree(second), cudaErrorInvalidValue);
}

TEST(StandinMemory, TakesAnotherSize) {
  const auto set = reinterpret_cast<SetMemoryBytes>(dlsym(RTLD_DEFAULT, kSetMemoryBytes));
  ASSERT_NE(set, nullptr);
  const uint64_t before = set(1000 * kGiB);
  void* start = nullptr;
  EXPECT_EQ(cudaMalloc(&start, 900 * kGiB), cudaSuccess);
  EXPECT_EQ(cudaFree(start), cudaSuccess);
  EXPECT_EQ(set(before), 1000 * kGiB);
}

TEST(StandinMemory, IsCopiedFromAsZeros) {
  void* device = nullptr;
  ASSERT_EQ(cudaMalloc(&device, 64), cudaSuccess);
  std::vector<char> host(64, 'x');
  EXPECT_EQ(cudaMemcpy(device, host.data(), 64, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(host[63], 'x');
  EXPECT_EQ(cudaMemcpy(host.data(), device, 64, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(host, std::vector<char>(64, '\0'));
  EXPECT_EQ(cudaFree(device), cudaSuccess);
}

TEST(StandinMemory, RefusesACopyThatWouldOverrunOrIsNoSuchCopy) {
  void* device = nullptr;
  ASSERT_EQ(cudaMalloc(&device, 64), cudaSuccess);
  std::vector<char> host(128);
  EXPECT_EQ(cudaMemcpy(device, host.data(), 65, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(host.data(), device, 64, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(device, 0, 65), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(host.data(), 0, 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(device), cudaSuccess);
  static_cast<void>(cudaGetLastError());
}

TEST(StandinMemory, SaysWhereAPointerLies) {
  void* device = nullptr;
  void* pinned = nullptr;
  int own = 0;
  ASSERT_EQ(cudaMalloc(&device, 64), cudaSuccess);
  ASSERT_EQ(cudaHostAlloc(&pinned, 64, cudaHostAllocMapped), cudaSuccess);
  std::memset(pinned, 1, 64);
  cudaPointerAttributes attributes{};
  EXPECT_EQ(cudaPointerGetAttributes(&attributes, static_cast<char*>(device) + 8), cudaSuccess);
  EXPECT_EQ(attributes.type, cudaMemoryTypeDevice);
  EXPECT_EQ(cudaPointerGetAttributes(&attributes, pinned), cudaSuccess);
  EXPECT_EQ(attributes.type, cudaMemoryTypeHost);
  EXPECT_EQ(cudaPointerGetAttributes(&attributes, &own), cudaSuccess);
  EXPECT_EQ(attributes.type, cudaMemoryTypeUnregistered);
  EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
  EXPECT_EQ(cudaFree(device), cudaSuccess);
}

}  // namespace
}  // namespace attn::standin
