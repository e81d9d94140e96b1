#pragma once

#include <cstdint>
#include <optional>

namespace attn {

/// What the times of launches in a profile are worth.
enum class DeviceTimes {
  kNone,     ///< there is no device: a CPU's profile
  kReal,     ///< of a GPU, on CUPTI's clock
  kVirtual,  ///< on a stand-in GPU's clock, which gives an order and no times: never shown as times
};

/// Nothing when either is: a sum that lacks a part is no sum.
inline std::optional<int64_t> sum_of(const std::optional<int64_t>& left, const std::optional<int64_t>& right) {
  return left && right ? std::optional(*left + *right) : std::nullopt;
}

}  // namespace attn
