#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "profiling/op_recorder.h"

namespace attn {

/// The most that a GPU does in a second.
struct DevicePeaks {
  double bandwidth_bytes_per_s = 0;
  std::optional<double> fp64_flops_per_s;
  std::optional<double> fp32_flops_per_s;
  std::optional<double> half_flops_per_s;  ///< fp16 and bf16
};

/// What one op has to do, by the sizes of its tensors alone.
struct OpWork {
  int64_t bytes_read = 0;     ///< each input once, without what is only overwritten (copy_, fill_, zero_)
  int64_t bytes_written = 0;  ///< each output once
  double flops = 0;           ///< of products of matrices, 2·m·n·k each, and of fused attention; 0 in all other ops
  std::string dtype;          ///< of its first output, "BFloat16"; empty without one
};

/// For an op that launches; views and ops that only call others move nothing themselves. `attention_flops` is what a
/// fused attention op computes, whose tensors don't tell it (the mask).
OpWork work_of(const RecordedOp& op, const OpTensors& tensors, double attention_flops);

/// The larger of bytes / bandwidth and FLOPs / peak: with its tensors in the GPU's memory, and none of them in its L2
/// cache, no GPU with these peaks does the work faster (roofline: Williams, Waterman and Patterson, Communications of
/// the ACM 52(4), 2009). By the bandwidth alone where the peak of its type is not known. A bound, never a time.
double floor_s_of(const OpWork& work, const DevicePeaks& peaks);

}  // namespace attn
