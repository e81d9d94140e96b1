#pragma once

#include <string>

#include "benchmarks/attention_variant.h"
#include "fixtures/attention_shape.h"
#include "profiling/device.h"

namespace attn {

/// One thing to measure.
struct Case {
  AttentionVariant variant;
  AttentionShape shape;
  Cache cache = Cache::kUncontrolled;
  std::string device_kind;  ///< "cpu" or "cuda"; in a plan the card's name, "a100"
};

/// "Naive/cpu/bf16/causal/batch:1/q_heads:8/kv_heads:8/q_len:512/kv_len:512/head_dim:64"; on CUDA "cold" or "hot" after
/// the device.
std::string name_of(const Case& benchmark_case);

/// "cold", "hot", or "" for a CPU.
std::string_view name_of(Cache cache);

}  // namespace attn
