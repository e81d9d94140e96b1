#include "standin/copy.h"

#include <cstring>
#include <optional>

#include "standin/enqueue.h"
#include "standin/machine.h"

namespace attn::standin {

namespace {

/// Where the bytes lie; nothing for device memory that they don't fit.
std::optional<CUpti_ActivityMemoryKind> memory_kind(const void* address, uint64_t bytes) {
  if (machine().memory.find(address)) {
    if (!machine().memory.holds(address, bytes)) return std::nullopt;
    return CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
  }
  return machine().pinned.holds(address) ? CUPTI_ACTIVITY_MEMORY_KIND_PINNED : CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE;
}

CUpti_ActivityMemcpyKind copy_kind(bool from_device, bool to_device) {
  if (from_device) return to_device ? CUPTI_ACTIVITY_MEMCPY_KIND_DTOD : CUPTI_ACTIVITY_MEMCPY_KIND_DTOH;
  return to_device ? CUPTI_ACTIVITY_MEMCPY_KIND_HTOD : CUPTI_ACTIVITY_MEMCPY_KIND_HTOH;
}

bool fits(cudaMemcpyKind declared, CUpti_ActivityMemcpyKind found) {
  switch (declared) {
    case cudaMemcpyHostToHost:
      return found == CUPTI_ACTIVITY_MEMCPY_KIND_HTOH;
    case cudaMemcpyHostToDevice:
      return found == CUPTI_ACTIVITY_MEMCPY_KIND_HTOD;
    case cudaMemcpyDeviceToHost:
      return found == CUPTI_ACTIVITY_MEMCPY_KIND_DTOH;
    case cudaMemcpyDeviceToDevice:
      return found == CUPTI_ACTIVITY_MEMCPY_KIND_DTOD;
    case cudaMemcpyDefault:
      return true;
  }
  return false;
}

void carry_out(const Copy& what, CUpti_ActivityMemcpyKind kind) {
  if (kind == CUPTI_ACTIVITY_MEMCPY_KIND_DTOH) std::memset(what.to, 0, what.bytes);
  if (kind == CUPTI_ACTIVITY_MEMCPY_KIND_HTOH) std::memmove(what.to, what.from, what.bytes);
}

// One that waits for the GPU is not for a captured stream, nor for a thread that captures.
cudaError_t check_capture(bool async, cudaStream_t stream) {
  return async ? cudaSuccess : machine().captures.check_stream(stream);
}

}  // namespace

bool is_captured(cudaStream_t stream) {
  return machine().captures.info(stream).status != cudaStreamCaptureStatusNone;
}

cudaError_t copy(Call& call, const Copy& what, cudaMemcpyKind declared, cudaStream_t stream) {
  if (!machine().timeline.knows_stream(stream)) return cudaErrorInvalidResourceHandle;
  if (what.bytes == 0) return cudaSuccess;
  const auto from = memory_kind(what.from, what.bytes);
  const auto to = memory_kind(what.to, what.bytes);
  if (!from || !to) return cudaErrorInvalidValue;
  const bool to_device = *to == CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
  const auto kind = copy_kind(*from == CUPTI_ACTIVITY_MEMORY_KIND_DEVICE, to_device);
  if (!fits(declared, kind)) return cudaErrorInvalidValue;
  if (const cudaError_t code = check_capture(what.async, stream); code != cudaSuccess) return code;
  const cudaError_t code = enqueue(call,
                                   CopyActivity{.kind = kind,
                                                .from = *from,
                                                .to = *to,
                                                .bytes = what.bytes,
                                                .async = what.async,
                                                .interval = {},
                                                .place = {}},
                                   stream);
  if (code != cudaSuccess || is_captured(stream)) return code;
  const bool waits = !what.async || *to == CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE;
  if (waits && kind != CUPTI_ACTIVITY_MEMCPY_KIND_DTOD) machine().timeline.synchronize_stream(stream);
  carry_out(what, kind);
  return cudaSuccess;
}

cudaError_t set(Call& call, const Set& what, cudaStream_t stream) {
  if (!machine().timeline.knows_stream(stream)) return cudaErrorInvalidResourceHandle;
  if (what.bytes == 0) return cudaSuccess;
  const auto memory = memory_kind(what.to, what.bytes);
  if (!memory || *memory == CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE) return cudaErrorInvalidValue;
  if (const cudaError_t code = check_capture(what.async, stream); code != cudaSuccess) return code;
  const cudaError_t code = enqueue(call,
                                   SetActivity{.value = what.value,
                                               .memory = *memory,
                                               .bytes = what.bytes,
                                               .async = what.async,
                                               .interval = {},
                                               .place = {}},
                                   stream);
  if (code != cudaSuccess || is_captured(stream)) return code;
  if (*memory == CUPTI_ACTIVITY_MEMORY_KIND_PINNED) std::memset(what.to, static_cast<int>(what.value), what.bytes);
  return cudaSuccess;
}

}  // namespace attn::standin
