#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "results/record.h"

namespace attn {

/// What a launch had in the first list and has in the second, as people read it.
struct ChangedField {
  std::string name;  ///< "kind", "op", "name", "grid", "block", "registers", "static shared bytes",
                     ///< "dynamic shared bytes", "bytes"
  std::string before;
  std::string after;

  friend bool operator==(const ChangedField&, const ChangedField&) = default;
};

/// A launch that is not the same in both lists. Without `after` it is missing in the second, without `before` it is
/// extra there.
struct LaunchDifference {
  std::optional<LaunchRow> before;
  std::optional<LaunchRow> after;
  std::vector<ChangedField> fields;  ///< where it is in both
};

/// What a library call of the first list launched, as seen in the second. Several calls where the second list doesn't
/// tell which of them launched what.
struct LibraryLaunches {
  std::vector<LaunchRow> calls;     ///< at least one
  std::vector<LaunchRow> launched;  ///< at least one
};

/// Where the launches of a second list differ from those of a first.
struct LaunchDiff {
  int64_t matched = 0;                        ///< launches that are the same in both
  std::vector<LaunchDifference> differences;  ///< in the order of the lists
  std::vector<LibraryLaunches> library;       ///< likewise; no differences
};

/// Aligns two lists launch by launch: by a longest common subsequence of (kind, ops, name); between what that matches,
/// by kind and ops, so that another kernel of the same op is one changed launch; between that, kernels by name, so that
/// an op called otherwise is. A launch of kind "library" in the first list stands for the launches with its ops that
/// stand in its place in the second, one or more. A figure known on one side only is no difference; occupancy and times
/// are not compared.
///
/// The time is that of common_subsequence (results/common_subsequence.h), which is in proportion to the lists' length
/// where they are alike; two lists of 50,000 with little in common take less than a second.
LaunchDiff diff_launches(std::span<const LaunchRow> first, std::span<const LaunchRow> second);

/// The differences in words, one line each, then what library calls launched, then how much is the same:
///   + 1 Memcpy DtoD of 268,435,456 bytes, from aten::masked_fill › aten::clone
///   - 1 softmax_warp_forward<…> (32768,1,1 × 32,4,1), from aten::softmax
///   ~ registers 255 → 168: flash_fwd_kernel<…>, from aten::_flash_attention_forward
///   cublasGemmEx launched ampere_bf16_s16816gemm… (8,8,16 × 128,1,1), from aten::mm
///   4 launches are the same
/// or, without differences, "nothing is different: 6 launches are the same" and what library calls launched.
/// "+" is only in the second list, "-" only in the first. Equal lines are one line with their number. At most
/// `most_lines` of the differences and as many of the library calls; how many are left out is said.
std::string describe_launch_diff(const LaunchDiff& diff, size_t most_lines = 40);

}  // namespace attn
