#include "benchmarks/external/argument_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/csrc/jit/frontend/function_schema_parser.h>

#include <algorithm>

#include "results/bad_request.h"

namespace attn {
namespace {

using testing::HasSubstr;

constexpr const char* kSdpa =
    "s::attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0.0, bool "
    "is_causal=False, *, float? scale=None, bool enable_gqa=False) -> Tensor";
constexpr const char* kFlash2 =
    "s::fwd(Tensor! q, Tensor k, Tensor v, Tensor(out_!)? out_, Tensor? alibi_slopes_, float p_dropout, float "
    "softmax_scale, bool is_causal, int window_size_left, int window_size_right, float softcap, bool return_softmax, "
    "Generator? gen_) -> Tensor[]";
constexpr const char* kVarlen =
    "s::varlen_fwd(Tensor q, Tensor k, Tensor v, Tensor? out, Tensor cu_seqlens_q, Tensor cu_seqlens_k, Tensor? "
    "seqused_k, int max_seqlen_q, int max_seqlen_k, float p_dropout, float softmax_scale, bool zero_tensors, bool "
    "is_causal, int num_splits=0) -> Tensor[]";

ArgumentMap map_of(const std::string& schema, const std::map<std::string, std::string>& given = {}) {
  return map_arguments(torch::jit::parseSchema(schema), given, std::nullopt);
}

const KernelArgument& argument(const ArgumentMap& map, const std::string& name) {
  return *std::ranges::find(map.arguments, name, &KernelArgument::name);
}

std::string refusal_of(const std::string& schema, const std::map<std::string, std::string>& given = {}) {
  try {
    map_of(schema, given);
  } catch (const BadRequest& error) {
    return error.what();
  }
  return "nothing was refused";
}

TEST(ArgumentMap, ReadsSdpasOwnSignature) {
  const ArgumentMap map = map_of(kSdpa);
  EXPECT_EQ(map.layout, KernelLayout::kBhsd);
  EXPECT_EQ(argument(map, "key").role, KernelRole::kKey);
  EXPECT_EQ(argument(map, "attn_mask").role, KernelRole::kAttentionMask);
  EXPECT_EQ(argument(map, "scale").role, KernelRole::kScale);
  EXPECT_EQ(argument(map, "enable_gqa").role, KernelRole::kGroupedHeads);
  EXPECT_EQ(argument(map, "dropout_p").fixed.toDouble(), 0);
}

TEST(ArgumentMap, GivesFlashAttention2NeutralValuesWhereItsSchemaHasNoDefaults) {
  const ArgumentMap map = map_of(kFlash2);
  EXPECT_EQ(map.layout, KernelLayout::kBshd);
  EXPECT_EQ(argument(map, "window_size_left").fixed.toInt(), -1);
  EXPECT_EQ(argument(map, "softcap").fixed.toDouble(), 0);
  EXPECT_FALSE(argument(map, "return_softmax").fixed.toBool());
  EXPECT_TRUE(argument(map, "out_").fixed.isNone());
  EXPECT_TRUE(argument(map, "gen_").fixed.isNone());
  EXPECT_EQ(argument(map, "softmax_scale").role, KernelRole::kScale);
}

TEST(ArgumentMap, KnowsPackedSequencesByTheirBounds) {
  const ArgumentMap map = map_of(kVarlen);
  EXPECT_EQ(map.layout, KernelLayout::kVarlen);
  EXPECT_EQ(argument(map, "cu_seqlens_k").role, KernelRole::kCuSeqlensK);
  EXPECT_EQ(argument(map, "max_seqlen_q").role, KernelRole::kMaxSeqlenQ);
  EXPECT_TRUE(argument(map, "seqused_k").fixed.isNone());
}

TEST(ArgumentMap, WhereTheBoundsMayBeMissingSequencesAreNotPackedUnlessAskedFor) {
  const std::string schema =
      "s::fwd(Tensor q, Tensor k, Tensor v, Tensor? cu_seqlens_q, Tensor? cu_seqlens_k, int? max_seqlen_q, float? "
      "softmax_scale=None, int num_splits=0) -> Tensor";
  const ArgumentMap map = map_of(schema);
  EXPECT_EQ(map.layout, KernelLayout::kBshd);
  EXPECT_EQ(argument(map, "cu_seqlens_q").role, KernelRole::kFixed);
  EXPECT_TRUE(argument(map, "max_seqlen_q").fixed.isNone());
  const ArgumentMap packed = map_arguments(torch::jit::parseSchema(schema), {}, KernelLayout::kVarlen);
  EXPECT_EQ(argument(packed, "cu_seqlens_q").role, KernelRole::kCuSeqlensQ);
  EXPECT_EQ(argument(packed, "max_seqlen_q").role, KernelRole::kMaxSeqlenQ);
}

TEST(ArgumentMap, AskedForAnotherLayoutTakesThatOne) {
  EXPECT_EQ(map_arguments(torch::jit::parseSchema(kFlash2), {}, KernelLayout::kBhsd).layout, KernelLayout::kBhsd);
}

TEST(ArgumentMap, GivesWhatWasGivenBeforeAllElse) {
  const ArgumentMap map = map_of(kVarlen, {{"num_splits", "4"}, {"is_causal", "true"}, {"softmax_scale", "0.5"}});
  EXPECT_EQ(argument(map, "num_splits").fixed.toInt(), 4);
  EXPECT_EQ(argument(map, "is_causal").role, KernelRole::kFixed);
  EXPECT_TRUE(argument(map, "is_causal").fixed.toBool());
  EXPECT_EQ(argument(map, "softmax_scale").fixed.toDouble(), 0.5);
}

TEST(ArgumentMap, RefusesAValueOfAnotherType) {
  EXPECT_THAT(refusal_of(kVarlen, {{"num_splits", "many"}}), HasSubstr("--kernel_arg=num_splits=many: not a value of"));
}

TEST(ArgumentMap, RefusesAnArgumentThatTheOpDoesNotHaveWithNearNames) {
  EXPECT_THAT(refusal_of(kVarlen, {{"num_split", "1"}}), HasSubstr("did you mean num_splits"));
}

TEST(ArgumentMap, ShowsTheSchemaWhereAValueIsUnknown) {
  const std::string refusal = refusal_of("s::fwd(Tensor q, Tensor k, Tensor v, Tensor page_table) -> Tensor");
  EXPECT_THAT(refusal, HasSubstr("no value is known for its argument page_table, a Tensor"));
  EXPECT_THAT(refusal, HasSubstr("s::fwd(Tensor q, Tensor k, Tensor v, Tensor page_table) -> Tensor"));
}

TEST(ArgumentMap, RefusesAnOpThatIsNoAttention) {
  EXPECT_THAT(refusal_of("s::relu(Tensor x) -> Tensor"), HasSubstr("it has no q, k and v"));
}

TEST(ArgumentMap, ABackwardIsNoForward) {
  EXPECT_FALSE(
      looks_like_attention(torch::jit::parseSchema("s::bwd(Tensor dout, Tensor q, Tensor k, Tensor v) -> Tensor")));
}

TEST(ArgumentMap, ATensorToWriteToIsMadeWhereOneIsNeeded) {
  const ArgumentMap map = map_of("s::forward(Tensor q, Tensor k, Tensor v, Tensor(a!) out, float scale) -> ()");
  EXPECT_EQ(argument(map, "out").role, KernelRole::kOut);
}

}  // namespace
}  // namespace attn
