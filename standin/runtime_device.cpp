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

}  // namespace

ATTN_EXPORTED cudaError_t cudaGetDeviceCount(int* count) {
  return runtime_call(ATTN_RUNTIME(cudaGetDeviceCount_v3020), [&](Call&) {
    *count = is_visible() ? 1 : 0;
    return is_visible() ? cudaSuccess : cudaErrorNoDevice;
  });
}

ATTN_EXPORTED cudaError_t cudaGetDevice(int* device) {
  return runtime_call(ATTN_RUNTIME(cudaGetDevice_v3020), [&](Call&) {
    *device = 0;
    return check_device(0);
  });
}

ATTN_EXPORTED cudaError_t cudaSetDevice(int device) {
  return runtime_call(ATTN_RUNTIME(cudaSetDevice_v3020), [&](Call&) { return check_device(device); });
}

ATTN_EXPORTED cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  return runtime_call(ATTN_RUNTIME(cudaGetDeviceProperties_v12000), [&](Call&) {
    if (check_device(device) == cudaSuccess) *properties = device_properties();
    return check_device(device);
  });
}

ATTN_EXPORTED cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  return runtime_call(ATTN_RUNTIME(cudaDeviceGetAttribute_v5000), [&](Call&) {
    *value = device_attribute(attribute);
    return check_device(device);
  });
}

ATTN_EXPORTED cudaError_t cudaDeviceGetPCIBusId(char* address, int length, int device) {
  return runtime_call(ATTN_RUNTIME(cudaDeviceGetPCIBusId_v4010), [&](Call&) {
    if (address == nullptr || length < 13) return cudaErrorInvalidValue;
    static_cast<void>(std::snprintf(address, static_cast<size_t>(length), "%s", kPciAddress));
    return check_device(device);
  });
}

ATTN_EXPORTED cudaError_t cudaDeviceCanAccessPeer(int* can, int, int) {
  return runtime_call(ATTN_RUNTIME(cudaDeviceCanAccessPeer_v4000), [&](Call&) {
    *can = 0;
    return cudaSuccess;
  });
}

ATTN_EXPORTED cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return runtime_call(ATTN_RUNTIME(cudaDeviceGetStreamPriorityRange_v5050), [&](Call&) {
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
