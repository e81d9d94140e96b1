#include "benchmarks/option_values.h"

#include <gmock/gmock.h>

#include <limits>

#include "tests/benchmarks/parse_line.h"

namespace attn {
namespace {

using testing::AllOf;
using testing::HasSubstr;

GivenValue given(const std::string& text) {
  return {"--flag", text};
}

TEST(OptionValues, ReadsAWholeNumberToItsBounds) {
  EXPECT_EQ(read_whole_number(given("1"), 1, 12), 1);
  EXPECT_EQ(read_whole_number(given("12"), 1, 12), 12);
  EXPECT_EQ(read_whole_number(given("-3"), -5, 12), -3);
}

TEST(OptionValues, RefusesWhatIsNoWholeNumberOrOutOfBounds) {
  for (const char* text : {"0", "13", "1e1", "1.0", "+5", " 5", "5 ", "", "abc", "0x5", "99999999999999999999"})
    EXPECT_THAT(refusal([&] { read_whole_number(given(text), 1, 12); }),
                AllOf(HasSubstr("--flag=" + std::string(text)), HasSubstr("from 1 to 12")));
}

TEST(OptionValues, ReadsAllOfAnUnsigned64BitNumberAndNoMore) {
  EXPECT_EQ(read_unsigned(given("18446744073709551615")), std::numeric_limits<uint64_t>::max());
  for (const char* text : {"18446744073709551616", "-1", "1e9", ""})
    EXPECT_THAT(refusal([&] { read_unsigned(given(text)); }), HasSubstr("18446744073709551615"));
}

TEST(OptionValues, ReadsAFiniteNumberThatFits) {
  const auto positive = [](double value) { return value > 0; };
  EXPECT_EQ(read_number(given("1e-3"), positive, "more than 0"), 1e-3);
  for (const char* text : {"0", "-1", "nan", "inf", "1e400", "0,5", "1s", ""})
    EXPECT_THAT(refusal([&] { read_number(given(text), positive, "more than 0"); }), HasSubstr("more than 0"));
}

TEST(OptionValues, ReadsBooleansInAnyCaseAndAnEmptyOneAsTrue) {
  for (const char* text : {"", "1", "true", "TRUE", "Yes", "on", "t", "Y"}) EXPECT_TRUE(read_boolean(given(text)));
  for (const char* text : {"0", "false", "No", "OFF", "f", "n"}) EXPECT_FALSE(read_boolean(given(text)));
}

TEST(OptionValues, RefusesAWordThatIsNoBoolean) {
  for (const char* text : {"maybe", "2", "-", "tru"})
    EXPECT_THAT(refusal([&] { read_boolean(given(text)); }), HasSubstr("true, yes"));
}

TEST(OptionValues, ReadsPairsAndRefusesAKeyTwice) {
  std::map<std::string, std::string> pairs;
  add_pairs(given("compiler=gcc,version=12"), pairs);
  add_pairs(given("empty="), pairs);
  EXPECT_EQ(pairs, (std::map<std::string, std::string>{{"compiler", "gcc"}, {"empty", ""}, {"version", "12"}}));
  EXPECT_THAT(refusal([&] { add_pairs(given("version=13"), pairs); }), HasSubstr("'version' only once"));
  for (const char* text : {"", "key", "=value", "a=b=c", "a=b,"})
    EXPECT_THAT(refusal([&] { add_pairs(given(text), pairs); }), HasSubstr("key=value"));
}

}  // namespace
}  // namespace attn
