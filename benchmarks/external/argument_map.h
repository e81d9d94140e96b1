#pragma once

#include <ATen/core/function_schema.h>
#include <ATen/core/ivalue.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/external/kernel_request.h"
#include "fixtures/inputs.h"

namespace attn {

/// What one of an op's arguments stands for.
enum class KernelRole {
  kQuery,
  kKey,
  kValue,
  kOut,            ///< a tensor that the result is to be written to
  kAttentionMask,  ///< bool [q_len, kv_len], true where a query sees a key
  kCuSeqlensQ,     ///< the sequences' bounds
  kCuSeqlensK,
  kMaxSeqlenQ,
  kMaxSeqlenK,
  kScale,
  kCausal,
  kGroupedHeads,  ///< SDPA's enable_gqa
  kFixed,         ///< a value that no shape changes
};

/// An op's argument and what it is given.
struct KernelArgument {
  std::string name;
  c10::TypePtr type;
  KernelRole role = KernelRole::kFixed;
  c10::IValue fixed = {};  ///< of kFixed
};

/// How an op is called as an attention.
struct ArgumentMap {
  std::vector<KernelArgument> arguments;  ///< in the schema's order, one each
  KernelLayout layout = KernelLayout::kBshd;
};

/// Maps the arguments by name and type: first `given`, then the names that attention kernels use, then the schema's
/// default, then none for an optional, then a neutral value where the name tells it. Layout, unless given: varlen where
/// cu_seqlens are needed, BHSD where the tensors are called query, key and value, else BSHD. Throws BadRequest, with
/// the schema, for one of `given` that the op doesn't have or that is not of its type, and for an argument whose value
/// nothing tells.
ArgumentMap map_arguments(const c10::FunctionSchema& schema, const std::map<std::string, std::string>& given,
                          std::optional<KernelLayout> layout);

/// Whether the op has a query, a key and a value among its arguments, as one for a forward has.
bool looks_like_attention(const c10::FunctionSchema& schema);

}  // namespace attn
