#include "plotting/peaks.h"

#include <fmt/format.h>

#include "results/readable_figures.h"

namespace attn {
namespace {

std::string_view flops_fact(const Panel& panel) {
  const std::string& dtype = panel.summary.setting.dtype;
  if (dtype == "fp64") return "peak_fp64_flops_per_s";
  if (dtype != "fp32") return "peak_half_flops_per_s";
  const auto precision = fact_of(*panel.runs.front(), "matmul_precision");
  return precision.value_or("highest") == "highest" ? "peak_fp32_flops_per_s" : "peak_tf32_flops_per_s";
}

}  // namespace

std::optional<Peak> peak_flops(const Panel& panel) {
  const auto value = number_fact(panel, flops_fact(panel));
  if (!value) return std::nullopt;
  return Peak{*value,
              fmt::format("peak in {}: {} TFLOP/s", panel.summary.setting.dtype, significant(*value / 1e12, 4))};
}

std::optional<Peak> peak_bandwidth(const Panel& panel) {
  const auto value = number_fact(panel, "peak_bandwidth_bytes_per_s");
  if (!value) return std::nullopt;
  return Peak{*value, fmt::format("peak of the memory: {} GB/s", significant(*value / 1e9, 4))};
}

std::optional<Peak> memory_limit(const Panel& panel) {
  const auto value = number_fact(panel, "gpu_memory_bytes");
  if (!value) return std::nullopt;
  return Peak{*value, fmt::format("the card's memory: {}", readable_bytes(*value))};
}

}  // namespace attn
