#pragma once

#include <string>

#include "results/record.h"

namespace attn {

/// How a case's device is told apart from others.
enum class DeviceKey {
  kClass,  ///< cpu or cuda, whatever GPU: so that two GPUs can be compared
  kName,   ///< by its name: for runs of several GPUs that stand on one side
};

/// What makes two cases of different runs the same: variant, device, cache, launch, dtype, mask and every extent of the
/// shape. Reads like a case's name:
/// "Naive/cuda/cold/graph/bf16/causal/batch:8/q_heads:16/kv_heads:16/q_len:1024/kv_len:1024/head_dim:64".
std::string case_key(const CaseRow& row, DeviceKey device = DeviceKey::kClass);

/// Whether they have the same case_key, sooner than by making it.
bool is_same_case(const CaseRow& left, const CaseRow& right, DeviceKey device = DeviceKey::kClass);

}  // namespace attn
