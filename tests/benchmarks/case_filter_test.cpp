#include "benchmarks/case_filter.h"

#include <gmock/gmock.h>

#include "tests/benchmarks/parse_line.h"

namespace attn {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const std::string kNaive = "Naive/cpu/bf16/causal/batch:1/q_len:4096/kv_len:4096/head_dim:64";
const std::string kInplace = "NaiveInplace/cpu/bf16/causal/batch:1/q_len:512/kv_len:512/head_dim:64";
const std::string kFlash = "SdpaFlash/cpu/bf16/causal/batch:1/q_len:512/kv_len:512/head_dim:64";

/// Which of the three are kept: "NIF" is all.
std::string kept(const std::string& expression) {
  const CaseFilter filter(expression);
  return std::string(filter.keeps(kNaive) ? "N" : "") + (filter.keeps(kInplace) ? "I" : "") +
         (filter.keeps(kFlash) ? "F" : "");
}

TEST(CaseFilter, SearchesTheExpressionAnywhereInTheName) {
  EXPECT_EQ(kept("Naive"), "NI");
  EXPECT_EQ(kept("^Naive/"), "N");
  EXPECT_EQ(kept("q_len:4096"), "N");
  EXPECT_EQ(kept("head_dim:64$"), "NIF");
  EXPECT_EQ(kept("(Inplace|Flash).*q_len:[0-9]{3}/"), "IF");
  EXPECT_EQ(kept("naive"), "");
}

TEST(CaseFilter, KeepsAllForNothingAndForAll) {
  EXPECT_EQ(kept(""), "NIF");
  EXPECT_EQ(kept("all"), "NIF");
}

TEST(CaseFilter, KeepsTheRestAfterAMinus) {
  EXPECT_EQ(kept("-Sdpa"), "NI");
  EXPECT_EQ(kept("-^Naive/"), "IF");
  EXPECT_EQ(kept("-"), "");
}

TEST(CaseFilter, RefusesABadExpressionWithTheReason) {
  for (const std::string expression : {"[", "(", "-[", "a{1"})
    EXPECT_THAT(refusal([&] { CaseFilter filter(expression); }),
                AllOf(HasSubstr("--benchmark_filter=" + expression + ": "), HasSubstr("regular expression")));
  EXPECT_THAT(refusal([] { CaseFilter filter("("); }), HasSubstr("Unmatched ( or \\("));
}

}  // namespace
}  // namespace attn
