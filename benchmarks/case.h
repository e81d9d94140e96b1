#pragma once

#include <string>
#include <string_view>

#include "benchmarks/attention_variant.h"
#include "fixtures/attention_shape.h"
#include "profiling/device.h"

namespace attn {

/// How a forward's work gets to the GPU.
enum class LaunchMode {
  kEager,  ///< launch by launch, as its ops are dispatched
  kGraph,  ///< all at once: captured into a CUDA graph before, which is launched by one call
};

/// "eager", "graph".
std::string_view name_of(LaunchMode mode);

/// One thing to measure.
struct Case {
  AttentionVariant variant;
  AttentionShape shape;
  Cache cache = Cache::kUncontrolled;
  LaunchMode launch = LaunchMode::kEager;
  std::string device_kind;  ///< "cpu" or "cuda"; in a plan the card's name, "a100"
};

/// "Naive/cpu/bf16/causal/batch:1/q_heads:8/kv_heads:8/q_len:512/kv_len:512/head_dim:64"; on CUDA "cold" or "hot" after
/// the device, then "graph" for a case that is launched so.
std::string name_of(const Case& benchmark_case);

/// "cold", "hot", or "" for a CPU.
std::string_view name_of(Cache cache);

}  // namespace attn
