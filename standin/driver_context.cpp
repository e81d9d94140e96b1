#include <cuda.h>

#include <cstdio>

#include "standin/api_call.h"
#include "standin/device_limits.h"
#include "standin/exported.h"
#include "standin/machine.h"

// The driver's devices and contexts: one context, the device's own, which is always current.

using namespace attn::standin;

namespace {

CUcontext the_context() {
  static char context = 0;
  return reinterpret_cast<CUcontext>(&context);
}

// A failed launch leaves devices and contexts as they are; only a lost GPU doesn't.
CUresult standing_code() {
  return machine().health.condition() == Condition::kLost ? driver_code(standing_error()) : CUDA_SUCCESS;
}

CUresult check_device(CUdevice device) {
  return device == 0 && is_visible() ? standing_code() : CUDA_ERROR_INVALID_DEVICE;
}

}  // namespace

ATTN_EXPORTED CUresult cuInit(unsigned int) {
  return is_visible() ? standing_code() : CUDA_ERROR_NO_DEVICE;
}

ATTN_EXPORTED CUresult cuDriverGetVersion(int* version) {
  *version = CUDA_VERSION;
  return CUDA_SUCCESS;
}

ATTN_EXPORTED CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  *device = 0;
  return check_device(ordinal);
}

ATTN_EXPORTED CUresult cuDeviceGetCount(int* count) {
  *count = is_visible() ? 1 : 0;
  return standing_code();
}

ATTN_EXPORTED CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
  static_cast<void>(std::snprintf(name, static_cast<size_t>(length), "%s", device_properties().name));
  return check_device(device);
}

ATTN_EXPORTED CUresult cuDeviceTotalMem_v2(size_t* bytes, CUdevice device) {
  *bytes = machine().memory.capacity_bytes();
  return check_device(device);
}

ATTN_EXPORTED CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  *value = device_attribute(attribute);
  return check_device(device);
}

ATTN_EXPORTED CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int* flags, int* active) {
  // Never an error of the device: LibTorch asks in destructors while an error is on its way up, and would end there.
  *flags = 0;
  *active = 1;
  return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

ATTN_EXPORTED CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  *context = the_context();
  return check_device(device);
}

ATTN_EXPORTED CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  return check_device(device);
}

ATTN_EXPORTED CUresult cuCtxGetCurrent(CUcontext* context) {
  *context = the_context();
  return standing_code();
}

ATTN_EXPORTED CUresult cuCtxSetCurrent(CUcontext) {
  return standing_code();
}

ATTN_EXPORTED CUresult cuCtxPushCurrent_v2(CUcontext) {
  return standing_code();
}

ATTN_EXPORTED CUresult cuCtxPopCurrent_v2(CUcontext* context) {
  if (context != nullptr) *context = the_context();
  return standing_code();
}

ATTN_EXPORTED CUresult cuCtxGetDevice(CUdevice* device) {
  *device = 0;
  return standing_code();
}

ATTN_EXPORTED CUresult cuCtxSetLimit(CUlimit, size_t) {
  return standing_code();
}

ATTN_EXPORTED CUresult cuCtxGetLimit(size_t* value, CUlimit) {
  constexpr size_t kBytes = size_t{1} << 20;  // of whatever it is; nothing that runs could reach it
  *value = kBytes;
  return standing_code();
}

ATTN_EXPORTED CUresult cuCtxSynchronize() {
  return driver_call(ATTN_DRIVER(cuCtxSynchronize), [](Call&) {
    if (const cudaError_t code = machine().captures.check_all(); code != cudaSuccess) return code;
    machine().timeline.synchronize_all();
    return cudaSuccess;
  });
}

#if CUDA_VERSION >= 12090
// LibTorch wants to hear of the driver's errors; nothing is ever said.
ATTN_EXPORTED CUresult cuLogsRegisterCallback(CUlogsCallback, void*, CUlogsCallbackHandle* handle) {
  if (handle != nullptr) *handle = nullptr;
  return CUDA_SUCCESS;
}

ATTN_EXPORTED CUresult cuLogsUnregisterCallback(CUlogsCallbackHandle) {
  return CUDA_SUCCESS;
}
#endif
