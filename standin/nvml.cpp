#define NVML_NO_UNVERSIONED_FUNC_DEFS
#include <nvml.h>
#include <unistd.h>

#include <cstdio>
#include <string_view>

#include "standin/device_limits.h"
#include "standin/exported.h"
#include "standin/machine.h"

// NVIDIA's management library: one GPU that runs at the card's clock. What only a GPU can know, power and energy, is
// "not supported".

using namespace attn::standin;

namespace {

nvmlDevice_t the_device() {
  static char device = 0;
  return reinterpret_cast<nvmlDevice_t>(&device);
}

nvmlReturn_t check(nvmlDevice_t device) {
  if (machine().health.condition() == Condition::kLost) return NVML_ERROR_GPU_IS_LOST;
  return device == the_device() ? NVML_SUCCESS : NVML_ERROR_INVALID_ARGUMENT;
}

nvmlReturn_t sm_clock(nvmlDevice_t device, nvmlClockType_t type, unsigned int* clock_mhz) {
  if (type != NVML_CLOCK_SM && type != NVML_CLOCK_GRAPHICS) return NVML_ERROR_NOT_SUPPORTED;
  *clock_mhz = static_cast<unsigned int>(machine().settings.card.sm_clock_hz / 1'000'000);
  return check(device);
}

/// NVML writes the domain with eight digits, CUDA with four: what follows has to be the same.
bool is_our_address(std::string_view address) {
  const size_t colon = address.find(':');
  const std::string_view ours = kPciAddress;
  return colon != std::string_view::npos && address.substr(0, colon).find_first_not_of('0') == std::string_view::npos &&
         address.substr(colon) == ours.substr(ours.find(':'));
}

}  // namespace

ATTN_EXPORTED nvmlReturn_t nvmlInit_v2() {
  return NVML_SUCCESS;
}

ATTN_EXPORTED nvmlReturn_t nvmlInitWithFlags(unsigned int) {
  return NVML_SUCCESS;
}

ATTN_EXPORTED nvmlReturn_t nvmlShutdown() {
  return NVML_SUCCESS;
}

ATTN_EXPORTED const char* nvmlErrorString(nvmlReturn_t result) {
  switch (result) {
    case NVML_SUCCESS:
      return "Success";
    case NVML_ERROR_INVALID_ARGUMENT:
      return "Invalid Argument";
    case NVML_ERROR_NOT_SUPPORTED:
      return "Not Supported";
    case NVML_ERROR_NOT_FOUND:
      return "Not Found";
    case NVML_ERROR_GPU_IS_LOST:
      return "GPU is lost";
    default:
      return "Unknown Error";
  }
}

// No release of a driver's: nobody shall take it for one.
ATTN_EXPORTED nvmlReturn_t nvmlSystemGetDriverVersion(char* version, unsigned int length) {
  const int written = std::snprintf(version, length, "0.0 (stand-in)");
  return written < static_cast<int>(length) ? NVML_SUCCESS : NVML_ERROR_INSUFFICIENT_SIZE;
}

ATTN_EXPORTED nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int* version) {
  *version = CUDART_VERSION;
  return NVML_SUCCESS;
}

ATTN_EXPORTED nvmlReturn_t nvmlDeviceGetCount_v2(unsigned int* count) {
  *count = 1;
  return NVML_SUCCESS;
}

ATTN_EXPORTED nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned int index, nvmlDevice_t* device) {
  *device = the_device();
  return index == 0 ? NVML_SUCCESS : NVML_ERROR_INVALID_ARGUMENT;
}

ATTN_EXPORTED nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char* address, nvmlDevice_t* device) {
  *device = the_device();
  return is_our_address(address) ? check(*device) : NVML_ERROR_NOT_FOUND;
}

ATTN_EXPORTED nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char* name, unsigned int length) {
  static_cast<void>(std::snprintf(name, length, "%s", device_properties().name));
  return check(device);
}

ATTN_EXPORTED nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned int* clock_mhz) {
  return sm_clock(device, type, clock_mhz);
}

ATTN_EXPORTED nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t device, nvmlClockType_t type,
                                                     unsigned int* clock_mhz) {
  return sm_clock(device, type, clock_mhz);
}

ATTN_EXPORTED nvmlReturn_t nvmlDeviceGetCurrentClocksEventReasons(nvmlDevice_t device, unsigned long long* reasons) {
  *reasons = nvmlClocksEventReasonNone;
  return check(device);
}

ATTN_EXPORTED nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t* memory) {
  memory->total = machine().memory.capacity_bytes();
  memory->used = machine().memory.used_bytes();
  memory->free = memory->used < memory->total ? memory->total - memory->used : 0;
  return check(device);
}

// LibTorch lists them when it has run out of memory, by the first version of this function.
ATTN_EXPORTED nvmlReturn_t nvmlDeviceGetComputeRunningProcesses(nvmlDevice_t device, unsigned int* count,
                                                                nvmlProcessInfo_v1_t* processes) {
  if (*count < 1 || processes == nullptr) {
    *count = 1;
    return NVML_ERROR_INSUFFICIENT_SIZE;
  }
  *count = 1;
  processes[0] = {.pid = static_cast<unsigned int>(getpid()), .usedGpuMemory = machine().memory.used_bytes()};
  return check(device);
}
