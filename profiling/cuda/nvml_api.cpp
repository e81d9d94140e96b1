#include "profiling/cuda/nvml_api.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <stdexcept>

#include "profiling/cuda/gpu_error.h"
#include "profiling/cuda/shared_library.h"

namespace attn {

namespace {

void load_functions(void* handle, NvmlApi& api) {
  load_symbol(handle, "nvmlInit_v2", api.init);
  load_symbol(handle, "nvmlShutdown", api.shutdown);
  load_symbol(handle, "nvmlErrorString", api.error_string);
  load_symbol(handle, "nvmlSystemGetDriverVersion", api.driver_version);
  load_symbol(handle, "nvmlDeviceGetHandleByPciBusId_v2", api.device_at);
  load_symbol(handle, "nvmlDeviceGetClockInfo", api.clock);
  load_symbol(handle, "nvmlDeviceGetMaxClockInfo", api.max_clock);
  load_symbol(handle, "nvmlDeviceGetApplicationsClock", api.application_clock);
  load_symbol(handle, "nvmlDeviceGetCurrentClocksEventReasons", api.throttle_reasons);
  // Its name until driver 535.
  if (!api.throttle_reasons) load_symbol(handle, "nvmlDeviceGetCurrentClocksThrottleReasons", api.throttle_reasons);
  load_symbol(handle, "nvmlDeviceGetPowerUsage", api.power);
  load_symbol(handle, "nvmlDeviceGetEnforcedPowerLimit", api.power_limit);
  load_symbol(handle, "nvmlDeviceGetTotalEnergyConsumption", api.energy);
  load_symbol(handle, "nvmlDeviceGetPersistenceMode", api.persistence);
  load_symbol(handle, "nvmlDeviceGetEccMode", api.ecc);
  load_symbol(handle, "nvmlDeviceGetMigMode", api.mig);
}

}  // namespace

std::unique_ptr<NvmlApi> load_nvml(const std::string& library) {
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) throw std::runtime_error(fmt::format("NVML can't be opened: {}", dlerror()));
  auto api = std::make_unique<NvmlApi>();
  load_functions(handle, *api);
  if (!api->init || !api->shutdown || !api->device_at) {
    throw std::runtime_error(
        fmt::format("{} is no NVML: it lacks nvmlInit_v2, nvmlShutdown or "
                    "nvmlDeviceGetHandleByPciBusId_v2",
                    library));
  }
  return api;
}

void check_nvml(const NvmlApi& api, nvmlReturn_t code, const char* call, const char* doing) {
  if (code == NVML_SUCCESS) return;
  throw GpuError(call, code, "nvmlReturn_t", api.error_string ? api.error_string(code) : "no text", doing);
}

}  // namespace attn
