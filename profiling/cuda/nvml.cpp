#include "profiling/cuda/nvml.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "profiling/cuda/nvml_api.h"
#include "profiling/cuda/throttle_reasons.h"

namespace attn {

namespace {

using ClockFunction = nvmlReturn_t (*)(nvmlDevice_t, nvmlClockType_t, unsigned int*);

std::optional<double> clock_hz(ClockFunction function, nvmlDevice_t device, nvmlClockType_t type) {
  unsigned int clock_mhz = 0;
  if (function == nullptr || function(device, type, &clock_mhz) != NVML_SUCCESS) return std::nullopt;
  return clock_mhz * 1e6;
}

/// A reading in thousandths of a unit.
template <typename Value>
std::optional<double> milli(nvmlReturn_t (*function)(nvmlDevice_t, Value*), nvmlDevice_t device) {
  Value value = 0;
  if (function == nullptr || function(device, &value) != NVML_SUCCESS) return std::nullopt;
  return static_cast<double>(value) * 1e-3;
}

std::string on_or_off(bool on) {
  return on ? "on" : "off";
}

void add(Facts& facts, std::string key, std::optional<double> value) {
  if (value) facts.emplace_back(std::move(key), fmt::format("{}", *value));
}

void add_clocks(Facts& facts, const NvmlApi& api, nvmlDevice_t device) {
  add(facts, "sm_clock_hz", clock_hz(api.clock, device, NVML_CLOCK_SM));
  add(facts, "sm_clock_max_hz", clock_hz(api.max_clock, device, NVML_CLOCK_SM));
  add(facts, "sm_clock_application_hz", clock_hz(api.application_clock, device, NVML_CLOCK_SM));
  add(facts, "memory_clock_hz", clock_hz(api.clock, device, NVML_CLOCK_MEM));
  add(facts, "memory_clock_max_hz", clock_hz(api.max_clock, device, NVML_CLOCK_MEM));
  add(facts, "memory_clock_application_hz", clock_hz(api.application_clock, device, NVML_CLOCK_MEM));
}

void add_modes(Facts& facts, const NvmlApi& api, nvmlDevice_t device) {
  nvmlEnableState_t state = NVML_FEATURE_DISABLED;
  nvmlEnableState_t pending_state = NVML_FEATURE_DISABLED;
  if (api.persistence && api.persistence(device, &state) == NVML_SUCCESS) {
    facts.emplace_back("persistence_mode", on_or_off(state == NVML_FEATURE_ENABLED));
  }
  if (api.ecc && api.ecc(device, &state, &pending_state) == NVML_SUCCESS) {
    facts.emplace_back("ecc_mode", on_or_off(state == NVML_FEATURE_ENABLED));
  }
  unsigned int mode = 0;
  unsigned int pending_mode = 0;
  if (api.mig && api.mig(device, &mode, &pending_mode) == NVML_SUCCESS) {
    facts.emplace_back("mig_mode", on_or_off(mode == NVML_DEVICE_MIG_ENABLE));
  }
}

}  // namespace

std::unique_ptr<Nvml> Nvml::open(const std::string& pci_address, const std::string& library) {
  auto api = load_nvml(library);
  ATTN_NVML_CHECK(*api, api->init(), "starting NVML");
  return std::unique_ptr<Nvml>(new Nvml(std::move(api), pci_address));
}

Nvml::Nvml(std::unique_ptr<NvmlApi> api, const std::string& pci_address) : api_(std::move(api)) {
  nvmlDevice_t device = nullptr;
  const nvmlReturn_t code = api_->device_at(pci_address.c_str(), &device);
  if (code != NVML_SUCCESS) static_cast<void>(api_->shutdown());  // the destructor won't run
  ATTN_NVML_CHECK(*api_, code, "finding the GPU in NVML by its PCI address");
  device_ = device;
}

Nvml::~Nvml() {
  static_cast<void>(api_->shutdown());
}

std::optional<double> Nvml::sm_clock_hz() const {
  return clock_hz(api_->clock, static_cast<nvmlDevice_t>(device_), NVML_CLOCK_SM);
}

std::optional<uint64_t> Nvml::throttle_reasons() const {
  unsigned long long reasons = 0;
  if (api_->throttle_reasons == nullptr) return std::nullopt;
  if (api_->throttle_reasons(static_cast<nvmlDevice_t>(device_), &reasons) != NVML_SUCCESS) return std::nullopt;
  return reasons;
}

bool Nvml::throttled() const {
  return is_throttling(throttle_reasons().value_or(0));
}

std::optional<std::string> Nvml::driver_release() const {
  std::array<char, NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE> release{};
  if (api_->driver_version == nullptr) return std::nullopt;
  if (api_->driver_version(release.data(), release.size()) != NVML_SUCCESS) return std::nullopt;
  return release.data();
}

std::optional<double> Nvml::power_w() const {
  return milli(api_->power, static_cast<nvmlDevice_t>(device_));
}

std::optional<double> Nvml::energy_j() const {
  return milli(api_->energy, static_cast<nvmlDevice_t>(device_));
}

Facts Nvml::facts() const {
  const auto device = static_cast<nvmlDevice_t>(device_);
  Facts facts;
  if (const auto release = driver_release()) facts.emplace_back("driver_version", *release);
  add_clocks(facts, *api_, device);
  if (const auto reasons = throttle_reasons()) {
    facts.emplace_back("throttle_reasons", throttle_reason_names(*reasons));
  }
  add(facts, "power_w", power_w());
  add(facts, "power_limit_w", milli(api_->power_limit, device));
  add(facts, "energy_j", energy_j());
  add_modes(facts, *api_, device);
  return facts;
}

}  // namespace attn
