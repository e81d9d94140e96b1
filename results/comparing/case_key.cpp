#include "results/comparing/case_key.h"

#include <array>
#include <string_view>
#include <tuple>
#include <utility>

namespace attn {

std::string case_key(const CaseRow& row, DeviceKey device) {
  std::string key = row.variant;
  key.append("/").append(device == DeviceKey::kName || row.device == "cpu" ? row.device : "cuda");
  if (!row.cache.empty()) key.append("/").append(row.cache);
  if (row.launch != "eager") key.append("/").append(row.launch);
  key.append("/").append(row.dtype).append("/").append(row.mask);
  const auto extents = std::to_array<std::pair<const char*, int64_t>>({{"/batch:", row.batch},
                                                                       {"/q_heads:", row.q_heads},
                                                                       {"/kv_heads:", row.kv_heads},
                                                                       {"/q_len:", row.q_len},
                                                                       {"/kv_len:", row.kv_len},
                                                                       {"/head_dim:", row.head_dim}});
  for (const auto& [name, extent] : extents) key.append(name).append(std::to_string(extent));
  return key;
}

bool is_same_case(const CaseRow& left, const CaseRow& right, DeviceKey device) {
  if (device == DeviceKey::kName && left.device != right.device) return false;
  const auto parts = [](const CaseRow& row) {
    return std::tuple(row.q_len, row.kv_len, row.head_dim, row.batch, row.q_heads, row.kv_heads,
                      std::string_view(row.variant), std::string_view(row.dtype), std::string_view(row.mask),
                      std::string_view(row.cache), std::string_view(row.launch), row.device == "cpu");
  };
  return parts(left) == parts(right);
}

}  // namespace attn
