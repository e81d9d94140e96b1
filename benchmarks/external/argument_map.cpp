#include "benchmarks/external/argument_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "results/bad_request.h"
#include "results/csv.h"
#include "results/near_names.h"

namespace attn {
namespace {

/// A name that kernels give an argument, the kind of type that it then has, and its role.
struct KnownName {
  std::string_view name;
  c10::TypeKind kind;
  KernelRole role;
};

using Kind = c10::TypeKind;

constexpr std::array kKnownNames = {
    KnownName{"q", Kind::TensorType, KernelRole::kQuery},
    KnownName{"query", Kind::TensorType, KernelRole::kQuery},
    KnownName{"k", Kind::TensorType, KernelRole::kKey},
    KnownName{"key", Kind::TensorType, KernelRole::kKey},
    KnownName{"v", Kind::TensorType, KernelRole::kValue},
    KnownName{"value", Kind::TensorType, KernelRole::kValue},
    KnownName{"attn_mask", Kind::TensorType, KernelRole::kAttentionMask},
    KnownName{"cu_seqlens_q", Kind::TensorType, KernelRole::kCuSeqlensQ},
    KnownName{"cu_seqlens_k", Kind::TensorType, KernelRole::kCuSeqlensK},
    KnownName{"cu_seqlens_kv", Kind::TensorType, KernelRole::kCuSeqlensK},
    KnownName{"max_seqlen_q", Kind::IntType, KernelRole::kMaxSeqlenQ},
    KnownName{"max_seqlen_k", Kind::IntType, KernelRole::kMaxSeqlenK},
    KnownName{"max_seqlen_kv", Kind::IntType, KernelRole::kMaxSeqlenK},
    KnownName{"softmax_scale", Kind::FloatType, KernelRole::kScale},
    KnownName{"scale", Kind::FloatType, KernelRole::kScale},
    KnownName{"sm_scale", Kind::FloatType, KernelRole::kScale},
    KnownName{"is_causal", Kind::BoolType, KernelRole::kCausal},
    KnownName{"causal", Kind::BoolType, KernelRole::kCausal},
    KnownName{"enable_gqa", Kind::BoolType, KernelRole::kGroupedHeads},
};

/// What changes nothing, by a name's part; of FlashAttention's schemas of versions 2 and 3.
struct NeutralValue {
  std::string_view part;
  Kind kind;
  double value;
};

constexpr std::array kNeutralValues = {
    NeutralValue{"window", Kind::IntType, -1},
    NeutralValue{"softcap", Kind::FloatType, 0},
    NeutralValue{"soft_cap", Kind::FloatType, 0},
    NeutralValue{"dropout", Kind::FloatType, 0},
    NeutralValue{"return_", Kind::BoolType, 0},
    NeutralValue{"zero_tensors", Kind::BoolType, 0},
    NeutralValue{"deterministic", Kind::BoolType, 0},
    NeutralValue{"num_splits", Kind::IntType, 0},
    NeutralValue{"attention_chunk", Kind::IntType, 0},
    NeutralValue{"sm_margin", Kind::IntType, 0},
    NeutralValue{"rotary_interleaved", Kind::BoolType, 0},
    NeutralValue{"cp_world_size", Kind::IntType, 1},
    NeutralValue{"cp_rank", Kind::IntType, 0},
};

/// "out" of "out_": some schemas mark what may be left out by a '_' at the end.
std::string bare_name(const std::string& name) {
  std::string bare = name.substr(0, name.find_last_not_of('_') + 1);
  std::ranges::transform(bare, bare.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return bare;
}

bool is_optional(const c10::TypePtr& type) {
  return type->kind() == Kind::OptionalType;
}

/// Without "optional", and int for a symbolic int.
Kind kind_of(const c10::TypePtr& type) {
  const Kind kind = is_optional(type) ? type->castRaw<c10::OptionalType>()->getElementType()->kind() : type->kind();
  return kind == Kind::SymIntType ? Kind::IntType : kind;
}

std::optional<KernelRole> role_of(const c10::Argument& argument) {
  const std::string name = bare_name(argument.name());
  const Kind kind = kind_of(argument.real_type());
  if (name == "out" && kind == Kind::TensorType && !is_optional(argument.real_type())) return KernelRole::kOut;
  const auto known = std::ranges::find_if(
      kKnownNames, [&](const KnownName& entry) { return entry.name == name && entry.kind == kind; });
  return known == kKnownNames.end() ? std::nullopt : std::optional(known->role);
}

std::string schema_text(const c10::FunctionSchema& schema) {
  return fmt::format("its schema is {}", c10::toString(schema));
}

c10::IValue read_value(const c10::FunctionSchema& schema, const c10::Argument& argument, const std::string& text) {
  const Kind kind = kind_of(argument.real_type());
  if (text == "none" && is_optional(argument.real_type())) return {};
  if (kind == Kind::BoolType && (text == "true" || text == "false")) return text == "true";
  if (kind == Kind::StringType) return text;
  if (const auto whole = parse_integer(text); kind == Kind::IntType && whole) return *whole;
  if (const auto number = parse_number(text); kind == Kind::FloatType && number) return *number;
  throw BadRequest(fmt::format("--kernel_arg={}={}: not a value of {}, a {}; {}", argument.name(), text,
                               argument.name(), argument.real_type()->str(), schema_text(schema)));
}

std::optional<c10::IValue> neutral_value_of(const c10::Argument& argument) {
  const std::string name = bare_name(argument.name());
  const Kind kind = kind_of(argument.real_type());
  const auto neutral = std::ranges::find_if(kNeutralValues, [&](const NeutralValue& entry) {
    return entry.kind == kind && name.find(entry.part) != std::string::npos;
  });
  if (neutral == kNeutralValues.end()) return std::nullopt;
  if (kind == Kind::BoolType) return c10::IValue(neutral->value != 0);
  if (kind == Kind::IntType) return c10::IValue(static_cast<int64_t>(neutral->value));
  return c10::IValue(neutral->value);
}

KernelArgument map_argument(const c10::FunctionSchema& schema, const c10::Argument& argument,
                            const std::map<std::string, std::string>& given) {
  KernelArgument mapped{.name = argument.name(), .type = argument.real_type()};
  if (const auto value = given.find(argument.name()); value != given.end()) {
    mapped.fixed = read_value(schema, argument, value->second);
  } else if (const auto role = role_of(argument)) {
    mapped.role = *role;
  } else if (argument.default_value()) {
    mapped.fixed = *argument.default_value();
  } else if (is_optional(argument.real_type())) {
    mapped.fixed = {};
  } else if (const auto neutral = neutral_value_of(argument)) {
    mapped.fixed = *neutral;
  } else {
    throw BadRequest(fmt::format("no value is known for its argument {}, a {}; give one by --kernel_arg={}=VALUE; {}",
                                 argument.name(), argument.real_type()->str(), argument.name(), schema_text(schema)));
  }
  return mapped;
}

bool tells_packed_sequences(const KernelArgument& argument) {
  return argument.role >= KernelRole::kCuSeqlensQ && argument.role <= KernelRole::kMaxSeqlenK;
}

/// FlashAttention 3 has one op for packed sequences and for others, to which their bounds may be missing.
KernelLayout layout_of(const ArgumentMap& map) {
  for (const KernelArgument& argument : map.arguments)
    if (tells_packed_sequences(argument) && !is_optional(argument.type)) return KernelLayout::kVarlen;
  const auto query = std::ranges::find(map.arguments, KernelRole::kQuery, &KernelArgument::role);
  return bare_name(query->name) == "query" ? KernelLayout::kBhsd : KernelLayout::kBshd;
}

void check_given(const c10::FunctionSchema& schema, const std::map<std::string, std::string>& given) {
  std::vector<std::string> names;
  for (const c10::Argument& argument : schema.arguments()) names.push_back(argument.name());
  for (const auto& [name, value] : given)
    if (std::ranges::find(names, name) == names.end())
      throw BadRequest(fmt::format("--kernel_arg={}={}: it has no such argument{}; {}", name, value,
                                   did_you_mean(name, names), schema_text(schema)));
}

}  // namespace

bool looks_like_attention(const c10::FunctionSchema& schema) {
  bool query = false, key = false, value = false;
  for (const c10::Argument& argument : schema.arguments()) {
    const std::optional<KernelRole> role = role_of(argument);
    query = query || role == KernelRole::kQuery;
    key = key || role == KernelRole::kKey;
    value = value || role == KernelRole::kValue;
  }
  const std::string& name = schema.name();
  return query && key && value && name.find("bwd") == std::string::npos && name.find("backward") == std::string::npos;
}

ArgumentMap map_arguments(const c10::FunctionSchema& schema, const std::map<std::string, std::string>& given,
                          std::optional<KernelLayout> layout) {
  check_given(schema, given);
  if (!looks_like_attention(schema))
    throw BadRequest(
        fmt::format("it has no q, k and v (or query, key and value) to be given; {}", schema_text(schema)));
  ArgumentMap map;
  for (const c10::Argument& argument : schema.arguments())
    map.arguments.push_back(map_argument(schema, argument, given));
  map.layout = layout ? *layout : layout_of(map);
  for (KernelArgument& argument : map.arguments)
    if (map.layout != KernelLayout::kVarlen && tells_packed_sequences(argument) && is_optional(argument.type))
      argument.role = KernelRole::kFixed;
  return map;
}

}  // namespace attn
