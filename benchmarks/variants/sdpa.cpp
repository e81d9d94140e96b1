#include "benchmarks/variants/sdpa.h"

#include <ATen/ops/_fused_sdp_choice_ops.h>
#include <ATen/ops/logical_not_ops.h>
#include <ATen/ops/scaled_dot_product_attention_ops.h>
#include <c10/util/Exception.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "profiling/cuda/sdpa_refusal.h"

namespace attn {
namespace {

SdpaCall sdpa_call(const AttentionInputs& inputs) {
  const AttentionShape& shape = inputs.shape;
  SdpaCall call{.query = inputs.query,
                .key = inputs.key,
                .value = inputs.value,
                .attn_mask = std::nullopt,
                .is_causal = shape.mask != Mask::kNone,
                .enable_gqa = shape.q_heads != shape.kv_heads};
  if (shape.mask == Mask::kCausalBottomRight && shape.q_len != shape.kv_len) {  // is_causal means top-left
    call.is_causal = false;
    call.attn_mask = at::_ops::logical_not::call(make_masked_out(shape, inputs.query.device()));
  }
  return call;
}

/// Collects LibTorch's warnings of this thread: its reasons for refusing a backend come as such.
class WarningCollector : public c10::WarningHandler {
 public:
  void process(const c10::Warning& warning) override {
    std::string text = warning.msg();
    text = text.substr(0, text.find(" (Triggered internally"));
    if (std::find(messages.begin(), messages.end(), text) == messages.end()) messages.push_back(text);
  }
  std::vector<std::string> messages;
};

/// Why LibTorch refuses the call with what is enabled now, or nothing when it takes it. Computes nothing.
std::optional<std::string> refusal(std::string_view backend, const SdpaCall& a) {
  WarningCollector warnings;
  const c10::WarningUtils::WarningHandlerGuard guard(&warnings);
  try {
    at::_ops::_fused_sdp_choice::call(a.query, a.key, a.value, a.attn_mask, 0.0, a.is_causal, std::nullopt,
                                      a.enable_gqa);
    return std::nullopt;
  } catch (const c10::Error& error) {
    if (warnings.messages.empty() && a.query.is_cuda()) warn_why_sdpa_refuses(backend, a);
    if (!warnings.messages.empty()) return fmt::format("{}", fmt::join(warnings.messages, " "));
    return error.what_without_backtrace();
  }
}

std::string unsupported_reason(const at::Device& device, std::string_view backend, const std::string& refusal) {
  const bool exists_on_cpu = backend == "math" || backend == "flash";
  if (device.is_cpu() && !exists_on_cpu) {
    return fmt::format("LibTorch has no {} backend on the CPU", backend == "cudnn" ? "cuDNN" : "memory-efficient");
  }
  return fmt::format("LibTorch refuses the {} backend here: {}", backend, refusal);
}

}  // namespace

Forward sdpa_forward(const AttentionInputs& inputs, std::string_view backend) {
  const SdpaCall call = sdpa_call(inputs);
  {
    const SdpaBackendPin pin(backend);
    if (const auto reason = refusal(backend, call)) {
      throw Unsupported(unsupported_reason(inputs.query.device(), backend, *reason));
    }
  }
  return [a = call, backend = std::string(backend)] {
    const SdpaBackendPin pin(backend);
    return at::_ops::scaled_dot_product_attention::call(a.query, a.key, a.value, a.attn_mask, 0.0, a.is_causal,
                                                        std::nullopt, a.enable_gqa);
  };
}

double sdpa_least_bytes(const AttentionShape& shape) {
  return double(shape.batch) * double(shape.q_heads) * double(shape.q_len) * double(shape.head_dim) *
         double(bytes_of(shape.dtype));
}

}  // namespace attn
