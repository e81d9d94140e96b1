#include <cuda_runtime_api.h>

#include <cstring>

#include "standin/api_call.h"
#include "standin/copy.h"
#include "standin/exported.h"
#include "standin/machine.h"

// The runtime's memory pools: one, the device's own. What is freed goes back at once, so that it keeps nothing.

using namespace attn::standin;

namespace {

cudaMemPool_t the_pool() {
  static char pool = 0;
  return reinterpret_cast<cudaMemPool_t>(&pool);
}

cudaError_t check_pool(cudaMemPool_t pool) {
  return pool == the_pool() ? cudaSuccess : cudaErrorInvalidValue;
}

}  // namespace

ATTN_EXPORTED cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  return runtime_call(ATTN_RUNTIME(cudaDeviceGetDefaultMemPool_v11020), [&](Call&) {
    *pool = the_pool();
    return device == 0 ? cudaSuccess : cudaErrorInvalidDevice;
  });
}

ATTN_EXPORTED cudaError_t cudaMallocAsync(void** start, size_t bytes, cudaStream_t stream) {
  return runtime_call(ATTN_RUNTIME(cudaMallocAsync_v11020), [&](Call&) {
    if (!machine().timeline.knows_stream(stream)) return cudaErrorInvalidResourceHandle;
    // A graph's own allocations, which LibTorch does not make.
    if (is_captured(stream)) return machine().captures.check_stream(stream);
    const auto allocated = machine().memory.allocate(bytes);
    *start = allocated.value_or(nullptr);
    return allocated ? cudaSuccess : cudaErrorMemoryAllocation;
  });
}

// At once: nothing that is queued before it touches the memory.
ATTN_EXPORTED cudaError_t cudaFreeAsync(void* start, cudaStream_t stream) {
  return runtime_call(ATTN_RUNTIME(cudaFreeAsync_v11020), [&](Call&) {
    if (!machine().timeline.knows_stream(stream)) return cudaErrorInvalidResourceHandle;
    // A graph's own allocations, which LibTorch does not make.
    if (is_captured(stream)) return machine().captures.check_stream(stream);
    return start == nullptr || machine().memory.free(start) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

ATTN_EXPORTED cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t) {
  return runtime_call(ATTN_RUNTIME(cudaMemPoolTrimTo_v11020), [&](Call&) { return check_pool(pool); });
}

ATTN_EXPORTED cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr, void*) {
  return runtime_call(ATTN_RUNTIME(cudaMemPoolSetAttribute_v11020), [&](Call&) { return check_pool(pool); });
}

ATTN_EXPORTED cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return runtime_call(ATTN_RUNTIME(cudaMemPoolGetAttribute_v11020), [&](Call&) {
    const bool is_flag = attribute <= cudaMemPoolReuseAllowInternalDependencies;
    const uint64_t used =
        attribute >= cudaMemPoolAttrReservedMemCurrent ? machine().memory.used_bytes() : 0;  // else the threshold
    std::memcpy(value, &used, is_flag ? sizeof(int) : sizeof used);
    return check_pool(pool);
  });
}

ATTN_EXPORTED cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc*, size_t) {
  return runtime_call(ATTN_RUNTIME(cudaMemPoolSetAccess_v11020), [&](Call&) { return check_pool(pool); });
}
