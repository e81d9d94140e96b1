#include <cuda.h>

#include "standin/api_call.h"
#include "standin/copy.h"
#include "standin/exported.h"
#include "standin/machine.h"

// The driver's memory and streams, as far as LibTorch and what it compiles use them.

using namespace attn::standin;

namespace {

void* pointer(CUdeviceptr address) {
  return reinterpret_cast<void*>(address);  // NOLINT(performance-no-int-to-ptr): CUDA has addresses as numbers here
}

std::optional<Comparison> comparison(unsigned int flags) {
  switch (flags & ~static_cast<unsigned int>(CU_STREAM_WAIT_VALUE_FLUSH)) {
    case CU_STREAM_WAIT_VALUE_GEQ:
      return Comparison::kGreaterOrEqual;
    case CU_STREAM_WAIT_VALUE_EQ:
      return Comparison::kEqual;
    case CU_STREAM_WAIT_VALUE_AND:
      return Comparison::kAnd;
    case CU_STREAM_WAIT_VALUE_NOR:
      return Comparison::kNor;
    default:
      return std::nullopt;
  }
}

CUresult copy_async(CUpti_driver_api_trace_cbid cbid, const Copy& what, cudaMemcpyKind kind, CUstream stream) {
  return driver_call(cbid, [&](Call& call) { return copy(call, what, kind, stream); });
}

}  // namespace

ATTN_EXPORTED CUresult cuMemAlloc_v2(CUdeviceptr* address, size_t bytes) {
  return driver_call(ATTN_DRIVER(cuMemAlloc_v2), [&](Call&) {
    if (bytes == 0) return cudaErrorInvalidValue;
    if (const cudaError_t code = machine().captures.check_unsafe(); code != cudaSuccess) return code;
    const auto allocated = machine().memory.allocate(bytes);
    *address = reinterpret_cast<CUdeviceptr>(allocated.value_or(nullptr));
    return allocated ? cudaSuccess : cudaErrorMemoryAllocation;
  });
}

ATTN_EXPORTED CUresult cuMemFree_v2(CUdeviceptr address) {
  return driver_call(ATTN_DRIVER(cuMemFree_v2), [&](Call&) {
    if (address == 0) return cudaSuccess;
    if (const cudaError_t code = machine().captures.check_unsafe(); code != cudaSuccess) return code;
    machine().timeline.synchronize_all();
    return machine().memory.free(pointer(address)) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

ATTN_EXPORTED CUresult cuMemGetAddressRange_v2(CUdeviceptr* start, size_t* bytes, CUdeviceptr address) {
  const auto range = machine().memory.find(pointer(address));
  if (!range) return CUDA_ERROR_NOT_FOUND;
  if (start != nullptr) *start = range->start;
  if (bytes != nullptr) *bytes = range->bytes;
  return driver_code(standing_error());
}

ATTN_EXPORTED CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void* from, size_t bytes, CUstream stream) {
  return copy_async(ATTN_DRIVER(cuMemcpyHtoDAsync_v2), {.to = pointer(to), .from = from, .bytes = bytes, .async = true},
                    cudaMemcpyHostToDevice, stream);
}

ATTN_EXPORTED CUresult cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr from, size_t bytes, CUstream stream) {
  return copy_async(ATTN_DRIVER(cuMemcpyDtoHAsync_v2), {.to = to, .from = pointer(from), .bytes = bytes, .async = true},
                    cudaMemcpyDeviceToHost, stream);
}

ATTN_EXPORTED CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  return copy_async(ATTN_DRIVER(cuMemcpyDtoDAsync_v2),
                    {.to = pointer(to), .from = pointer(from), .bytes = bytes, .async = true}, cudaMemcpyDeviceToDevice,
                    stream);
}

ATTN_EXPORTED CUresult cuMemsetD32Async(CUdeviceptr to, unsigned int value, size_t count, CUstream stream) {
  return driver_call(ATTN_DRIVER(cuMemsetD32Async), [&](Call& call) {
    return set(call, {.to = pointer(to), .value = value, .bytes = count * 4, .async = true}, stream);
  });
}

ATTN_EXPORTED CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream stream) {
  return driver_call(ATTN_DRIVER(cuMemsetD8Async), [&](Call& call) {
    return set(call, {.to = pointer(to), .value = value, .bytes = count, .async = true}, stream);
  });
}

ATTN_EXPORTED CUresult cuPointerGetAttribute(void* value, CUpointer_attribute attribute, CUdeviceptr address) {
  const bool on_device = machine().memory.find(pointer(address)).has_value();
  if (!on_device && !machine().pinned.holds(pointer(address))) return CUDA_ERROR_INVALID_VALUE;
  switch (attribute) {
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
      *static_cast<CUdeviceptr*>(value) = address;
      break;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      *static_cast<unsigned int*>(value) = on_device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
      break;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      *static_cast<int*>(value) = 0;
      break;
    default:
      return CUDA_ERROR_NOT_SUPPORTED;
  }
  return driver_code(standing_error());
}

ATTN_EXPORTED CUresult cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr address, cuuint32_t value,
                                              unsigned int flags) {
  return driver_call(ATTN_DRIVER(cuStreamWaitValue32_v2), [&](Call&) {
    if (machine().settings.faults.no_stream_hold) return cudaErrorNotSupported;
    if (is_captured(stream)) return machine().captures.check_stream(stream);
    const auto how = comparison(flags);
    // A word on the device would never come: nothing writes there.
    if (!how || !machine().pinned.holds(pointer(address))) return cudaErrorInvalidValue;
    const AwaitedWord word{.word = static_cast<const uint32_t*>(pointer(address)), .value = value, .comparison = *how};
    return machine().timeline.hold(stream, word) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

ATTN_EXPORTED CUresult cuStreamSynchronize(CUstream stream) {
  return driver_call(ATTN_DRIVER(cuStreamSynchronize), [&](Call&) {
    if (!machine().timeline.knows_stream(stream)) return cudaErrorInvalidResourceHandle;
    if (const cudaError_t code = machine().captures.check_stream(stream); code != cudaSuccess) return code;
    machine().timeline.synchronize_stream(stream);
    return cudaSuccess;
  });
}

// Descriptions of tensors for kernels, which nobody will read.
ATTN_EXPORTED CUresult cuTensorMapEncodeTiled(CUtensorMap* map, CUtensorMapDataType, cuuint32_t, void*,
                                              const cuuint64_t*, const cuuint64_t*, const cuuint32_t*,
                                              const cuuint32_t*, CUtensorMapInterleave, CUtensorMapSwizzle,
                                              CUtensorMapL2promotion, CUtensorMapFloatOOBfill) {
  *map = {};
  return CUDA_SUCCESS;
}
