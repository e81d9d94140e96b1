#include "profiling/traffic.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace attn {
namespace {

bool only_overwrites_its_first_input(std::string_view name) {
  constexpr std::array<std::string_view, 3> kNames = {"aten::copy_", "aten::fill_", "aten::zero_"};
  return std::ranges::find(kNames, name) != kNames.end();
}

/// Bytes of the tensors, one given twice counted once.
int64_t bytes_of(const std::vector<OpTensor>& tensors, size_t first) {
  int64_t bytes = 0;
  for (size_t i = first; i < tensors.size(); ++i) {
    const auto begin = tensors.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = tensors.begin() + static_cast<std::ptrdiff_t>(i);
    const bool given_before = std::any_of(begin, end, [&](const OpTensor& other) {
      return other.data == tensors[i].data && other.touched_bytes == tensors[i].touched_bytes;
    });
    if (!given_before) bytes += tensors[i].touched_bytes;
  }
  return bytes;
}

/// 2·m·n·k for each pair of matrices […, m, k] · […, k, n].
double product_flops(const OpTensor& left, const OpTensor& right) {
  if (left.sizes.size() < 2 || right.sizes.size() != left.sizes.size()) return 0;
  double flops = 2 * static_cast<double>(right.sizes.back());
  for (const int64_t size : left.sizes) flops *= static_cast<double>(size);
  return flops;
}

bool is_fused_attention(std::string_view name) {
  constexpr std::array<std::string_view, 3> kParts = {"flash_attention", "efficient_attention", "cudnn_attention"};
  return std::ranges::any_of(kParts, [&](std::string_view part) { return name.find(part) != std::string_view::npos; });
}

double flops_of(std::string_view name, const std::vector<OpTensor>& inputs) {
  const bool adds = name == "aten::addmm" || name == "aten::baddbmm";  // to their first input
  const size_t left = adds ? 1 : 0;
  if (!adds && name != "aten::mm" && name != "aten::bmm") return 0;
  return inputs.size() < left + 2 ? 0 : product_flops(inputs[left], inputs[left + 1]);
}

std::optional<double> peak_of(const OpWork& work, const DevicePeaks& peaks) {
  if (work.dtype == "BFloat16" || work.dtype == "Half") return peaks.half_flops_per_s;
  if (work.dtype == "Float") return work.is_fused_attention ? peaks.fused_fp32_flops_per_s : peaks.fp32_flops_per_s;
  if (work.dtype == "Double") return peaks.fp64_flops_per_s;
  return std::nullopt;
}

}  // namespace

OpWork work_of(const RecordedOp& op, const OpTensors& tensors, const AttentionWork& attention) {
  OpWork work;
  work.dtype = tensors.outputs.empty() ? "" : tensors.outputs.front().dtype;
  work.is_fused_attention = is_fused_attention(op.name);
  if (work.is_fused_attention) {
    work.bytes_read = attention.bytes_read;
    work.bytes_written = attention.bytes_written;
    work.flops = attention.flops;
  } else {
    work.bytes_read = bytes_of(tensors.inputs, only_overwrites_its_first_input(op.name) ? 1 : 0);
    work.bytes_written = bytes_of(tensors.outputs, 0);
    work.flops = flops_of(op.name, tensors.inputs);
  }
  return work;
}

double floor_s_of(const OpWork& work, const DevicePeaks& peaks) {
  const double by_bandwidth = static_cast<double>(work.bytes_read + work.bytes_written) / peaks.bandwidth_bytes_per_s;
  const std::optional<double> peak = peak_of(work, peaks);
  return std::max(by_bandwidth, peak ? work.flops / *peak : 0);
}

}  // namespace attn
