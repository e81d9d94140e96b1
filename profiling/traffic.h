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
  std::optional<double> fp32_flops_per_s;  ///< of products of matrices: on tensor cores where TF32 is allowed
  std::optional<double> half_flops_per_s;  ///< fp16 and bf16
  /// Of fused attention in fp32, which takes three TF32 products for one (CUTLASS's OpMultiplyAddFastF32, as LibTorch's
  /// memory-efficient kernel does from sm_80 on).
  std::optional<double> fused_fp32_flops_per_s;
};

/// What a fused attention op has to do, which its tensors don't tell: the mask spares pairs, and keys that no query
/// sees.
struct AttentionWork {
  double flops = 0;
  int64_t bytes_read = 0;     ///< Q, K and V once each
  int64_t bytes_written = 0;  ///< O
};

/// What one op has to do, by the sizes of its tensors alone.
struct OpWork {
  int64_t bytes_read = 0;     ///< each input once, without what is only overwritten (copy_, fill_, zero_)
  int64_t bytes_written = 0;  ///< each output once
  double flops = 0;           ///< of products of matrices, 2·m·n·k each, and of fused attention; 0 in all other ops
  std::string dtype;          ///< of its first output, "BFloat16"; empty without one
  bool is_fused_attention = false;
};

/// For an op that launches; views and ops that only call others move nothing themselves. Fused attention does
/// `attention`, whatever other tensors (log-sum-exp, random states) it is given and gives.
OpWork work_of(const RecordedOp& op, const OpTensors& tensors, const AttentionWork& attention);

/// The larger of bytes / bandwidth and FLOPs / peak: with its tensors in the GPU's memory, and none of them in its L2
/// cache, no GPU with these peaks does the work faster (roofline: Williams, Waterman and Patterson, Communications of
/// the ACM 52(4), 2009). By the bandwidth alone where the peak of its type is not known. A bound, never a time.
double floor_s_of(const OpWork& work, const DevicePeaks& peaks);

}  // namespace attn
