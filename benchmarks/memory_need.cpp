#include "benchmarks/memory_need.h"

#include <fmt/format.h>

#include <algorithm>

namespace attn {
namespace {

double elements(int64_t batch, int64_t heads, int64_t len, int64_t head_dim) {
  return double(batch) * double(heads) * double(len) * double(head_dim);
}

std::string gigabytes(double bytes) {
  return bytes < 1e12 ? fmt::format("{:.3g} GB", bytes / 1e9) : fmt::format("{:.3g} TB", bytes / 1e12);
}

}  // namespace

double least_needed_bytes(const Case& benchmark_case) {
  const AttentionShape& s = benchmark_case.shape;
  const double query = elements(s.batch, s.q_heads, s.q_len, s.head_dim);
  const double key = elements(s.batch, s.kv_heads, s.kv_len, s.head_dim);
  const double inputs = (query + 2 * key) * double(bytes_of(s.dtype));
  const double drawing = s.dtype == DType::kFp32 ? 0 : std::max(query, key) * double(bytes_of(DType::kFp32));
  const double reference = query * double(bytes_of(DType::kFp64));
  return inputs + std::max(drawing, reference + benchmark_case.variant.least_bytes(s));
}

std::string out_of_memory_reason(double needed_bytes, double available_bytes) {
  return fmt::format("needs at least {}, {} are available", gigabytes(needed_bytes), gigabytes(available_bytes));
}

std::string needs_of(double needed_bytes, double memory_bytes) {
  std::string needed = gigabytes(needed_bytes), memory = gigabytes(memory_bytes);
  if (needed == memory)
    needed = fmt::format("{:.0f} bytes", needed_bytes), memory = fmt::format("{:.0f}", memory_bytes);
  return fmt::format("needs {} of {}{}", needed, memory,
                     needed_bytes > memory_bytes ? "" : ", too little beside LibTorch's own workspaces");
}

}  // namespace attn
