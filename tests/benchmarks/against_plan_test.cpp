#include "benchmarks/against_plan.h"

#include <gmock/gmock.h>

#include "benchmarks/observe_case.h"

namespace attn {
namespace {

using testing::HasSubstr;

Case measured_case() {
  return {.variant = {.name = "Naive", .prepare = nullptr, .least_bytes = nullptr, .pinned_backend = {}},
          .shape = {.batch = 1,
                    .q_heads = 1,
                    .kv_heads = 1,
                    .q_len = 8,
                    .kv_len = 8,
                    .head_dim = 8,
                    .dtype = DType::kBf16,
                    .mask = Mask::kNone},
          .cache = Cache::kHot,
          .device_kind = "cuda"};
}

const std::string kNameInPlan = "Naive/h100/bf16/none/batch:1/q_heads:1/kv_heads:1/q_len:8/kv_len:8/head_dim:8";

LaunchRow launch(const std::string& kind, const std::string& name, std::optional<int64_t> registers = {}) {
  return {.op_path = "aten::mm", .kind = kind, .name = name, .registers = registers};
}

CaseResult seen(std::vector<LaunchRow> launches) {
  CaseResult result;
  result.observed.emplace().launches = std::move(launches);
  return result;
}

TEST(AgainstPlan, FindsTheCaseInThePlanUnderTheCardsName) {
  CaseResult result = seen({launch("kernel", "k", 40)});
  hold_against_plan(result, measured_case(), {.card = "h100", .by_case = {{kNameInPlan, {launch("kernel", "k", 40)}}}});
  EXPECT_FALSE(differs(result.against_plan.value()));
  EXPECT_FALSE(guessed_wrong(result));
  EXPECT_THAT(text_of(*result.against_plan, "C"), testing::StartsWith("C: as in the plan for h100\n"));
}

TEST(AgainstPlan, NamesWhatIsDifferent) {
  CaseResult result = seen({launch("kernel", "k", 168), launch("memset", "Memset")});
  hold_against_plan(result, measured_case(),
                    {.card = "h100", .by_case = {{kNameInPlan, {launch("kernel", "k", 255)}}}});
  EXPECT_TRUE(guessed_wrong(result));
  EXPECT_THAT(text_of(*result.against_plan, "C"),
              testing::AllOf(HasSubstr("C: NOT as in the plan for h100"), HasSubstr("registers 255 → 168"),
                             HasSubstr("+ 1 Memset")));
}

TEST(AgainstPlan, ReportsWhatALibraryCallReallyLaunched) {
  CaseResult result = seen({launch("kernel", "ampere_bf16_s16816gemm_bf16_64x64"), launch("kernel", "splitKreduce")});
  hold_against_plan(result, measured_case(),
                    {.card = "h100", .by_case = {{kNameInPlan, {launch("library", "cublasGemmEx")}}}});
  EXPECT_FALSE(guessed_wrong(result));
  EXPECT_THAT(text_of(*result.against_plan, "C"),
              testing::AllOf(HasSubstr("cublasGemmEx launched"), HasSubstr("ampere_bf16_s16816gemm_bf16_64x64"),
                             HasSubstr("splitKreduce")));
}

TEST(AgainstPlan, ACaseThatThePlanLacksIsNoMatch) {
  CaseResult result = seen({});
  hold_against_plan(result, measured_case(), {.card = "h100", .by_case = {}});
  EXPECT_TRUE(guessed_wrong(result));
  EXPECT_THAT(text_of(*result.against_plan, "C"), HasSubstr("NOT held against the plan for h100"));
}

}  // namespace
}  // namespace attn
