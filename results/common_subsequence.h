#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace attn {

/// A longest common subsequence of two lists: pairs of indices of equal numbers, rising in both. The numbers are from 0
/// and index a table, so they should have no large gaps. Of several longest ones always the same.
///
/// Exact at any length. Takes n·m/32 steps of 64 bits (two lists of 50,000 that have little in common: about 0.2 s) and
/// memory in proportion to n + m: the bit-parallel rows of Hyyrö ("Bit-Parallel LCS-length Computation Revisited",
/// 2004) in Hirschberg's division ("A linear space algorithm for computing maximal common subsequences", 1975).
std::vector<std::pair<size_t, size_t>> common_subsequence(std::span<const int32_t> first,
                                                          std::span<const int32_t> second);

}  // namespace attn
