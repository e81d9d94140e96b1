// A management library in the test's hand, opened at run time as NVIDIA's: one GPU at 00000000:17:00.0 with known
// readings and without application clocks.
#include <nvml.h>

#include <cstring>

#undef nvmlInit

static int device_stands_here;

extern "C" {

nvmlReturn_t nvmlInit_v2() {
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlShutdown() {
  return NVML_SUCCESS;
}
const char* nvmlErrorString(nvmlReturn_t) {
  return "Not Found";
}

nvmlReturn_t nvmlSystemGetDriverVersion(char* version, unsigned int length) {
  std::strncpy(version, "580.95.05", length);
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char* address, nvmlDevice_t* device) {
  if (std::strcmp(address, "00000000:17:00.0") != 0) return NVML_ERROR_NOT_FOUND;
  *device = reinterpret_cast<nvmlDevice_t>(&device_stands_here);
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t, nvmlClockType_t type, unsigned int* clock) {
  *clock = type == NVML_CLOCK_SM ? 1755 : 2619;
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t, nvmlClockType_t type, unsigned int* clock) {
  *clock = type == NVML_CLOCK_SM ? 1980 : 2619;
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetApplicationsClock(nvmlDevice_t, nvmlClockType_t, unsigned int* clock) {
  *clock = 7;
  return NVML_ERROR_NOT_SUPPORTED;
}

// The name until driver 535 alone.
nvmlReturn_t nvmlDeviceGetCurrentClocksThrottleReasons(nvmlDevice_t, unsigned long long* reasons) {
  *reasons = 0x4;
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetPowerUsage(nvmlDevice_t, unsigned int* power) {
  *power = 412'500;
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetEnforcedPowerLimit(nvmlDevice_t, unsigned int* limit) {
  *limit = 700'000;
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t, unsigned long long* energy) {
  *energy = 1'234'500;
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetPersistenceMode(nvmlDevice_t, nvmlEnableState_t* mode) {
  *mode = NVML_FEATURE_ENABLED;
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetMigMode(nvmlDevice_t, unsigned int* current, unsigned int* pending) {
  *current = NVML_DEVICE_MIG_DISABLE;
  *pending = NVML_DEVICE_MIG_ENABLE;
  return NVML_SUCCESS;
}
}
