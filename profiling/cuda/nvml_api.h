#pragma once

#include <nvml.h>

#include <memory>
#include <string>

namespace attn {

/// NVML's functions that are used, from a library opened at run time; null where it lacks one. The suffixed names are
/// what the library exports; the header's plain ones are macros for them.
struct NvmlApi {
  nvmlReturn_t (*init)() = nullptr;
  nvmlReturn_t (*shutdown)() = nullptr;
  const char* (*error_string)(nvmlReturn_t) = nullptr;
  nvmlReturn_t (*driver_version)(char*, unsigned int) = nullptr;
  nvmlReturn_t (*device_at)(const char*, nvmlDevice_t*) = nullptr;
  nvmlReturn_t (*clock)(nvmlDevice_t, nvmlClockType_t, unsigned int*) = nullptr;
  nvmlReturn_t (*max_clock)(nvmlDevice_t, nvmlClockType_t, unsigned int*) = nullptr;
  nvmlReturn_t (*application_clock)(nvmlDevice_t, nvmlClockType_t, unsigned int*) = nullptr;
  nvmlReturn_t (*throttle_reasons)(nvmlDevice_t, unsigned long long*) = nullptr;
  nvmlReturn_t (*power)(nvmlDevice_t, unsigned int*) = nullptr;
  nvmlReturn_t (*power_limit)(nvmlDevice_t, unsigned int*) = nullptr;
  nvmlReturn_t (*energy)(nvmlDevice_t, unsigned long long*) = nullptr;
  nvmlReturn_t (*persistence)(nvmlDevice_t, nvmlEnableState_t*) = nullptr;
  nvmlReturn_t (*ecc)(nvmlDevice_t, nvmlEnableState_t*, nvmlEnableState_t*) = nullptr;
  nvmlReturn_t (*mig)(nvmlDevice_t, unsigned int*, unsigned int*) = nullptr;
};

/// Opens the library for good. Throws std::runtime_error where it can't be opened or lacks the functions without which
/// nothing can be asked.
std::unique_ptr<NvmlApi> load_nvml(const std::string& library);

/// Throws GpuError for an NVML call that failed, with NVML's own text.
void check_nvml(const NvmlApi& api, nvmlReturn_t code, const char* call, const char* doing);

}  // namespace attn

/// Checks a call of NVML made through the table `api`; `doing` is what it is for.
#define ATTN_NVML_CHECK(api, call, doing) ::attn::check_nvml((api), (call), #call, (doing))
