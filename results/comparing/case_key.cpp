#include "results/comparing/case_key.h"

#include <array>
#include <utility>

namespace attn {

std::string case_key(const CaseRow& row) {
  std::string key = row.variant;
  key += row.device == "cpu" ? "/cpu" : "/cuda";
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

}  // namespace attn
