#include "standin/api_call.h"
#include "standin/copy.h"
#include "standin/exported.h"
#include "standin/machine.h"

// The runtime's memory: allocations, copies and sets.

using namespace attn::standin;

namespace {

cudaError_t allocate(void** start, size_t bytes) {
  if (start == nullptr) return cudaErrorInvalidValue;
  if (const cudaError_t code = machine().captures.check_unsafe(); code != cudaSuccess) return code;
  *start = nullptr;
  if (bytes == 0) return cudaSuccess;
  const auto allocated = machine().memory.allocate(bytes);
  if (allocated) *start = *allocated;
  return allocated ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t allocate_pinned(void** start, size_t bytes) {
  if (start == nullptr) return cudaErrorInvalidValue;
  if (const cudaError_t code = machine().captures.check_unsafe(); code != cudaSuccess) return code;
  *start = nullptr;
  if (bytes == 0) return cudaSuccess;
  const auto allocated = machine().pinned.allocate(bytes);
  if (allocated) *start = *allocated;
  return allocated ? cudaSuccess : cudaErrorMemoryAllocation;
}

// A matrix's copy as one of the bytes that it moves, from its first to its last row.
cudaError_t copy_matrix(Call& call, const Copy& row, uint64_t rows, cudaMemcpyKind kind, cudaStream_t stream,
                        size_t to_pitch, size_t from_pitch) {
  if (row.bytes > to_pitch || row.bytes > from_pitch) return cudaErrorInvalidPitchValue;
  // In a graph it is one node.
  if ((to_pitch == row.bytes && from_pitch == row.bytes) || is_captured(stream)) {
    return copy(call, {.to = row.to, .from = row.from, .bytes = rows * row.bytes, .async = row.async}, kind, stream);
  }
  cudaError_t code = cudaSuccess;
  for (uint64_t i = 0; i < rows && code == cudaSuccess; ++i) {
    Copy one = row;
    one.to = static_cast<char*>(row.to) + i * to_pitch;
    one.from = static_cast<const char*>(row.from) + i * from_pitch;
    code = copy(call, one, kind, stream);
  }
  if (auto* whole = std::get_if<CopyActivity>(&call.activity)) whole->bytes = rows * row.bytes;
  return code;
}

}  // namespace

ATTN_EXPORTED cudaError_t cudaMalloc(void** start, size_t bytes) {
  return runtime_call(ATTN_RUNTIME(cudaMalloc_v3020), [&](Call&) { return allocate(start, bytes); });
}

ATTN_EXPORTED cudaError_t cudaMallocManaged(void** start, size_t bytes, unsigned int) {
  return runtime_call(ATTN_RUNTIME(cudaMallocManaged_v6000), [&](Call&) { return allocate(start, bytes); });
}

// It waits for the device, as CUDA's does.
ATTN_EXPORTED cudaError_t cudaFree(void* start) {
  return runtime_call(ATTN_RUNTIME(cudaFree_v3020), [&](Call&) {
    if (start == nullptr) return cudaSuccess;
    if (const cudaError_t code = machine().captures.check_unsafe(); code != cudaSuccess) return code;
    machine().timeline.synchronize_all();
    return machine().memory.free(start) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

ATTN_EXPORTED cudaError_t cudaHostAlloc(void** start, size_t bytes, unsigned int) {
  return runtime_call(ATTN_RUNTIME(cudaHostAlloc_v3020), [&](Call&) { return allocate_pinned(start, bytes); });
}

ATTN_EXPORTED cudaError_t cudaMallocHost(void** start, size_t bytes) {
  return runtime_call(ATTN_RUNTIME(cudaMallocHost_v3020), [&](Call&) { return allocate_pinned(start, bytes); });
}

ATTN_EXPORTED cudaError_t cudaFreeHost(void* start) {
  return runtime_call(ATTN_RUNTIME(cudaFreeHost_v3020), [&](Call&) {
    if (start == nullptr) return cudaSuccess;
    if (const cudaError_t code = machine().captures.check_unsafe(); code != cudaSuccess) return code;
    machine().timeline.synchronize_all();
    return machine().pinned.free(start) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

ATTN_EXPORTED cudaError_t cudaHostRegister(void* start, size_t bytes, unsigned int) {
  return runtime_call(ATTN_RUNTIME(cudaHostRegister_v4000), [&](Call&) {
    if (start == nullptr || bytes == 0) return cudaErrorInvalidValue;
    return machine().pinned.add(start, bytes) ? cudaSuccess : cudaErrorHostMemoryAlreadyRegistered;
  });
}

ATTN_EXPORTED cudaError_t cudaHostUnregister(void* start) {
  return runtime_call(ATTN_RUNTIME(cudaHostUnregister_v4000), [&](Call&) {
    machine().timeline.synchronize_all();
    return machine().pinned.remove(start) ? cudaSuccess : cudaErrorHostMemoryNotRegistered;
  });
}

// One address space, as on a 64-bit host.
ATTN_EXPORTED cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned int) {
  return runtime_call(ATTN_RUNTIME(cudaHostGetDevicePointer_v3020), [&](Call&) {
    if (!machine().pinned.holds(host)) return cudaErrorInvalidValue;
    *device = host;
    return cudaSuccess;
  });
}

ATTN_EXPORTED cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  return runtime_call(ATTN_RUNTIME(cudaMemGetInfo_v3020), [&](Call&) {
    *total = machine().memory.capacity_bytes();
    const uint64_t used = machine().memory.used_bytes();
    *free = used < *total ? *total - used : 0;
    return cudaSuccess;
  });
}

ATTN_EXPORTED cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  return runtime_call(ATTN_RUNTIME(cudaPointerGetAttributes_v4000), [&](Call&) {
    *attributes = {};
    attributes->type = cudaMemoryTypeUnregistered;
    attributes->device = -1;
    if (machine().memory.find(pointer)) {
      attributes->type = cudaMemoryTypeDevice;
    } else if (machine().pinned.holds(pointer)) {
      attributes->type = cudaMemoryTypeHost;
      attributes->hostPointer = const_cast<void*>(pointer);
    }
    if (attributes->type == cudaMemoryTypeUnregistered) return cudaSuccess;
    attributes->device = 0;
    attributes->devicePointer = const_cast<void*>(pointer);
    return cudaSuccess;
  });
}

ATTN_EXPORTED cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return runtime_call(ATTN_RUNTIME(cudaMemcpy_v3020),
                      [&](Call& call) { return copy(call, {.to = to, .from = from, .bytes = bytes}, kind, nullptr); });
}

ATTN_EXPORTED cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                                          cudaStream_t stream) {
  return runtime_call(ATTN_RUNTIME(cudaMemcpyAsync_v3020), [&](Call& call) {
    return copy(call, {.to = to, .from = from, .bytes = bytes, .async = true}, kind, stream);
  });
}

ATTN_EXPORTED cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                                            size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return runtime_call(ATTN_RUNTIME(cudaMemcpy2DAsync_v3020), [&](Call& call) {
    return copy_matrix(call, {.to = to, .from = from, .bytes = width, .async = true}, height, kind, stream, to_pitch,
                       from_pitch);
  });
}

ATTN_EXPORTED cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, size_t bytes,
                                              cudaStream_t stream) {
  return runtime_call(ATTN_RUNTIME(cudaMemcpyPeerAsync_v4000), [&](Call& call) {
    if (to_device != 0 || from_device != 0) return cudaErrorInvalidDevice;
    return copy(call, {.to = to, .from = from, .bytes = bytes, .async = true}, cudaMemcpyDeviceToDevice, stream);
  });
}

ATTN_EXPORTED cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                                             cudaMemcpyKind kind) {
  return runtime_call(ATTN_RUNTIME(cudaMemcpyToSymbol_v3020), [&](Call& call) {
    void* const start = machine().symbols.address(symbol);
    if (start == nullptr) return cudaErrorInvalidSymbol;
    return copy(call, {.to = static_cast<char*>(start) + offset, .from = from, .bytes = bytes}, kind, nullptr);
  });
}

ATTN_EXPORTED cudaError_t cudaGetSymbolAddress(void** address, const void* symbol) {
  return runtime_call(ATTN_RUNTIME(cudaGetSymbolAddress_v3020), [&](Call&) {
    *address = machine().symbols.address(symbol);
    return *address == nullptr ? cudaErrorInvalidSymbol : cudaSuccess;
  });
}

ATTN_EXPORTED cudaError_t cudaMemset(void* to, int value, size_t bytes) {
  return runtime_call(ATTN_RUNTIME(cudaMemset_v3020), [&](Call& call) {
    return set(call, {.to = to, .value = static_cast<uint8_t>(value), .bytes = bytes}, nullptr);
  });
}

ATTN_EXPORTED cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t stream) {
  return runtime_call(ATTN_RUNTIME(cudaMemsetAsync_v3020), [&](Call& call) {
    return set(call, {.to = to, .value = static_cast<uint8_t>(value), .bytes = bytes, .async = true}, stream);
  });
}
