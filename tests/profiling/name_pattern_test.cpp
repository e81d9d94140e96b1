#include "profiling/name_pattern.h"

#include <gmock/gmock.h>

#include <stdexcept>

namespace attn {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

std::optional<std::vector<std::string_view>> taken(std::string_view pattern, std::string_view name) {
  return NamePattern(pattern).find_in(name);
}

TEST(NamePattern, OfTextIsFoundAnywhere) {
  EXPECT_THAT(taken("sgemm", "ampere_sgemm_128x64_tn"), Optional(IsEmpty()));
  EXPECT_EQ(taken("dgemm", "ampere_sgemm_128x64_tn"), std::nullopt);
}

TEST(NamePattern, TakesNumbersWhole) {
  EXPECT_THAT(taken("_{n}x{n}_", "gemm_128x64_tn"), Optional(ElementsAre("128", "64")));
  EXPECT_EQ(taken("x{n}4", "128x64"), std::nullopt);
}

TEST(NamePattern, TakesWordsAsFarAsTheRestAllows) {
  EXPECT_THAT(taken("::{id}_kernel(", "at::native::where_kernel_kernel(int)"), Optional(ElementsAre("where_kernel")));
  EXPECT_THAT(taken("cublas{word}emm", "cublasSgemm"), Optional(ElementsAre("Sg")));
  EXPECT_EQ(taken("a{word}_", "a_"), std::nullopt);
}

TEST(NamePattern, TakesTypesWithWhatIsNestedInThem) {
  EXPECT_THAT(taken("<{type}, {type} >", "f<std::pair<int, g(a, b)>, c10::complex<float> >"),
              Optional(ElementsAre("std::pair<int, g(a, b)>", "c10::complex<float>")));
  EXPECT_THAT(taken("{lambda({type}", "{lambda()#1}::{lambda(float, bool)#2}"), Optional(ElementsAre("float")));
  EXPECT_THAT(taken("<{type}", "f<unfinished<int"), Optional(ElementsAre("unfinished<int")));
}

TEST(NamePattern, KnowsWhereWordsBeginAndEnd) {
  EXPECT_TRUE(taken("|tn|", "gemm_128x64_tn"));
  EXPECT_TRUE(taken("|tn|", "tn"));
  EXPECT_FALSE(taken("|tn|", "gemm_tnt"));
  EXPECT_TRUE(taken("^Memset$", "Memset"));
  EXPECT_FALSE(taken("^Memset", "a Memset"));
  EXPECT_FALSE(taken("Memset$", "Memset of"));
}

TEST(NamePattern, SkipsTextUpToTheNearestRest) {
  EXPECT_THAT(taken("a*b{n}", "a b bb7 b8"), Optional(ElementsAre("7")));
  EXPECT_FALSE(taken("b*a", "ab"));
  EXPECT_TRUE(taken("ab*", "ab"));
}

TEST(NamePattern, WithAnUnknownPartIsAFaultOfTheProgram) {
  EXPECT_THROW(NamePattern("a{number}"), std::logic_error);
}

}  // namespace
}  // namespace attn
