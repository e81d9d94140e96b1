#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "profiling/recorded_op.h"

namespace attn {
namespace {

// Parts of LibTorch's op names. SDPA's own ops and the ops below them (aten::_flash_attention_forward) carry the same
// part, and so do their variants: …_for_cpu, …_quantized, …_math_for_mps.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kBackends = {{
    {"flash_attention", "flash"},
    {"efficient_attention", "efficient"},
    {"cudnn_attention", "cudnn"},
    {"attention_math", "math"},
    {"attention_overrideable", "overrideable"},
}};

/// The implementation that this op belongs to, or "" for an op of none.
std::string_view backend_of_op(std::string_view name) {
  constexpr std::string_view kInternal = "aten::_";
  if (!name.starts_with(kInternal)) return "";
  for (const auto& [part, backend] : kBackends) {
    if (name.find(part) != std::string_view::npos) return backend;
  }
  if (name.starts_with("aten::_scaled_dot_product_")) return name.substr(kInternal.size() - 1);
  return "";
}

}  // namespace

std::string backend_of(const std::vector<RecordedOp>& ops) {
  std::vector<std::string_view> backends;
  bool sdpa = false;
  for (const RecordedOp& op : ops) {
    sdpa = sdpa || op.name == "aten::scaled_dot_product_attention";
    const std::string_view backend = backend_of_op(op.name);
    if (!backend.empty() && std::find(backends.begin(), backends.end(), backend) == backends.end()) {
      backends.push_back(backend);
    }
  }
  if (backends.empty()) return sdpa ? "unknown" : "none";
  std::string joined(backends.front());
  for (size_t i = 1; i < backends.size(); ++i) joined.append("+").append(backends[i]);
  return joined;
}

}  // namespace attn
