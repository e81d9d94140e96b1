#include "profiling/cupti/cupti_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "profiling/cuda/gpu_error.h"
#include "profiling/cupti_unavailable.h"

namespace attn {
namespace {

struct Obstacle {
  CUptiResult code;
  CuptiState state;
  const char* reason;
};

constexpr const char* kTaken =
    "another profiler is attached to this process; run without Nsight, compute-sanitizer, cuda-gdb and PyTorch's "
    "profiler";
constexpr const char* kNoPermission =
    "the driver lets only administrators profile; run as root, or have the driver's module loaded with "
    "NVreg_RestrictProfilingToAdminUsers=0";
constexpr const char* kMismatched =
    "the driver and this CUPTI don't go together; update the driver, or take a LibTorch of an older CUDA";
constexpr const char* kNotSupported =
    "this GPU can't be profiled as it is given to this system (virtual GPU, MIG, WSL, confidential computing or SLI)";

constexpr auto kObstacles = std::to_array<Obstacle>({
    {CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED, CuptiState::kTaken, kTaken},
    {CUPTI_ERROR_OLD_PROFILER_API_INITIALIZED, CuptiState::kTaken, kTaken},
    {CUPTI_ERROR_INSUFFICIENT_PRIVILEGES, CuptiState::kNoPermission, kNoPermission},
    {CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES, CuptiState::kNoPermission, kNoPermission},
    {CUPTI_ERROR_NOT_COMPATIBLE, CuptiState::kMismatched, kMismatched},
    {CUPTI_ERROR_NOT_INITIALIZED, CuptiState::kMismatched, kMismatched},
    {CUPTI_ERROR_NOT_SUPPORTED, CuptiState::kNotSupported, kNotSupported},
    {CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED, CuptiState::kNotSupported, kNotSupported},
    {CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED, CuptiState::kNotSupported, kNotSupported},
    {CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED, CuptiState::kNotSupported, kNotSupported},
    {CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED, CuptiState::kNotSupported, kNotSupported},
    {CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED, CuptiState::kNotSupported, kNotSupported},
    {CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED, CuptiState::kNotSupported, kNotSupported},
});

std::string text_of(const CuptiFunctions& cupti, CUptiResult code) {
  const char* text = nullptr;
  if (cupti.result_string != nullptr) static_cast<void>(cupti.result_string(code, &text));
  return text != nullptr ? text : "CUPTI has no text for it";
}

}  // namespace

void check_cupti(const CuptiFunctions& cupti, CUptiResult code, const char* call, const char* doing) {
  if (code == CUPTI_SUCCESS) return;
  const std::string text = text_of(cupti, code);
  const auto* const obstacle =
      std::find_if(kObstacles.begin(), kObstacles.end(), [&](const Obstacle& known) { return known.code == code; });
  if (obstacle == kObstacles.end()) throw GpuError(call, code, "CUptiResult", text, doing);
  throw CuptiUnavailable(obstacle->state, fmt::format("launches can't be counted: {} (CUPTI's error {}, {}, while {})",
                                                      obstacle->reason, static_cast<int>(code), text, doing));
}

}  // namespace attn
