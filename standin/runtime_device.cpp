#include <cstdio>

#include "standin/api_call.h"
#include "standin/device_limits.h"
#include "standin/exported.h"
#include "standin/machine.h"

// The runtime's questions about the device.

using namespace attn::standin;

namespace {

cudaError_t check_device(int device) {
  return device == 0 && is_visible() ? cudaSuccess : cudaErrorInvalidDevice;
}

// A question about the device, which a failed launch doesn't spoil: LibTorch asks from destructors, where an error ends
// the program, and on a GPU it doesn't.
template <typename Body>
cudaError_t device_call(CUpti_runtime_api_trace_cbid cbid, const Body& body) {
  const Call call = begin_call(Api::kRuntime, static_cast<uint32_t>(cbid));
  const bool lost = machine().health.condition() == Condition::kLost;
  const cudaError_t code = lost ? standing_error() : body();
  end_call(call, static_cast<uint32_t>(code));
  return remember(code);
}

}  // namespace

ATTN_EXPORTED cudaError_t cudaGetDeviceCount(int* count) {
  return device_call(ATTN_RUNTIME(cudaGetDeviceCount_v3020), [&] {
    *count = is_visible() ? 1 : 0;
    return is_visible() ? cudaSuccess : cudaErrorNoDevice;
  });
}

ATTN_EXPORTED cudaError_t cudaGetDevice(int* device) {
  return device_call(ATTN_RUNTIME(cudaGetDevice_v3020), [&] {
    *device = 0;
    return check_device(0);
  });
}

ATTN_EXPORTED cudaError_t cudaSetDevice(int device) {
  return device_call(ATTN_RUNTIME(cudaSetDevice_v3020), [&] { return check_device(device); });
}

ATTN_EXPORTED cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  return device_call(ATTN_RUNTIME(cudaGetDeviceProperties_v12000), [&] {
    if (check_device(device) == cudaSuccess) *properties = device_properties();
    return check_device(device);
  });
}

ATTN_EXPORTED cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  return device_call(ATTN_RUNTIME(cudaDeviceGetAttribute_v5000), [&] {
    *value = device_attribute(attribute);
    return check_device(device);
  });
}

ATTN_EXPORTED cudaError_t cudaDeviceGetPCIBusId(char* address, int length, int device) {
  return device_call(ATTN_RUNTIME(cudaDeviceGetPCIBusId_v4010), [&] {
    if (address == nullptr || length < 13) return cudaErrorInvalidValue;
    static_cast<void>(std::snprintf(address, static_cast<size_t>(length), "%s", kPciAddress));
    return check_device(device);
  });
}

ATTN_EXPORTED cudaError_t cudaDeviceCanAccessPeer(int* can, int, int) {
  return device_call(ATTN_RUNTIME(cudaDeviceCanAccessPeer_v4000), [&] {
    *can = 0;
    return cudaSuccess;
  });
}

ATTN_EXPORTED cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return device_call(ATTN_RUNTIME(cudaDeviceGetStreamPriorityRange_v5050), [&] {
    if (least != nullptr) *least = 0;
    if (greatest != nullptr) *greatest = -5;
    return cudaSuccess;
  });
}

// What the runtime of these headers runs with; there is no driver that would be newer.
ATTN_EXPORTED cudaError_t cudaDriverGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}

ATTN_EXPORTED cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}

// They tell an outer profiler when to look; none is there.
ATTN_EXPORTED cudaError_t cudaProfilerStart() {
  return remember(standing_error());
}

ATTN_EXPORTED cudaError_t cudaProfilerStop() {
  return remember(standing_error());
}
