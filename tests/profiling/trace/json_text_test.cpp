#include "profiling/trace/json_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <locale>
#include <nlohmann/json.hpp>
#include <string>

namespace attn {
namespace {

std::string written(const std::function<void(JsonText&)>& write) {
  std::string text;
  JsonText json([&](std::string_view piece) { text += piece; });
  write(json);
  json.finish();
  return text;
}

TEST(JsonText, PutsCommasBetweenAndNowhereElse) {
  const std::string text = written([](JsonText& json) {
    json.begin_object().key("empty").begin_array().end_array().key("list").begin_array();
    json.line().begin_object().end_object().line().value(int64_t{2}).line().end_array();
    json.line().member("last", std::string_view("x")).end_object();
  });
  EXPECT_EQ(text, "{\"empty\": [], \"list\": [\n{},\n2\n],\n\"last\": \"x\"}");
}

TEST(JsonText, IsReadBackWhateverANameHolds) {
  const std::string hostile = std::string("quote \" backslash \\ end \\\" tab \t line \n null ") + '\0' +
                              " bell \a del \x7f C1 \xc2\x85 \xc2\xb5 \xff\xc3(";
  const std::string text = written([&](JsonText& json) { json.begin_array().value(hostile).end_array(); });
  EXPECT_EQ(nlohmann::json::parse(text).at(0).get<std::string>(),
            "quote \" backslash \\ end \\\" tab \t line   null   bell   del   C1   \xc2\xb5 \xEF\xBF\xBD\xEF\xBF\xBD(");
}

TEST(JsonText, IsReadBackForEveryByteInAName) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string name = std::string("a") + static_cast<char>(byte) + "b";
    const std::string text = written([&](JsonText& json) { json.begin_array().value(name).end_array(); });
    EXPECT_TRUE(nlohmann::json::accept(text)) << byte;
  }
}

TEST(JsonText, WritesNanosecondsAsMicrosecondsWithThreeDecimals) {
  const auto text_of = [](int64_t time_ns) { return written([&](JsonText& json) { json.microseconds(time_ns); }); };
  EXPECT_EQ(text_of(0), "0.000");
  EXPECT_EQ(text_of(1), "0.001");
  EXPECT_EQ(text_of(-1), "-0.001");
  EXPECT_EQ(text_of(-12'345), "-12.345");
  EXPECT_EQ(text_of(999), "0.999");
  EXPECT_EQ(text_of(1'000), "1.000");
  EXPECT_EQ(text_of(1'790'000'000'123'456'789), "1790000000123456.789");
  EXPECT_EQ(text_of(std::numeric_limits<int64_t>::max()), "9223372036854775.807");
  EXPECT_EQ(text_of(std::numeric_limits<int64_t>::min()), "-9223372036854775.808");
}

TEST(JsonText, WritesNoNanAndNoInfinity) {
  const auto text_of = [](double number) { return written([&](JsonText& json) { json.decimal(number); }); };
  EXPECT_EQ(text_of(0.25), "0.250000");
  EXPECT_EQ(text_of(std::numeric_limits<double>::quiet_NaN()), "null");
  EXPECT_EQ(text_of(-std::numeric_limits<double>::infinity()), "null");
  EXPECT_EQ(nlohmann::json::parse(text_of(std::numeric_limits<double>::max())), std::numeric_limits<double>::max());
}

/// Points between thousands, commas before decimals.
class GermanNumbers : public std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(JsonText, DoesNotDependOnTheLocale) {
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new GermanNumbers));
  const std::string text = written([](JsonText& json) {
    json.begin_array().value(int64_t{1'234'567}).microseconds(1'234'567'891).decimal(1234.5).end_array();
  });
  std::locale::global(before);
  EXPECT_EQ(text, "[1234567, 1234567.891, 1234.500000]");
}

TEST(JsonText, HandsOnAboutAMebibyteAtATime) {
  size_t pieces = 0, most = 0, bytes = 0;
  JsonText json([&](std::string_view piece) { ++pieces, bytes += piece.size(), most = std::max(most, piece.size()); });
  json.begin_array();
  for (int i = 0; i < 100'000; ++i) json.line().value(std::string(100, 'x'));
  json.end_array().finish();
  EXPECT_EQ(bytes, 100'000U * 104 + 1);
  EXPECT_EQ(pieces, 10U);
  EXPECT_LT(most, (size_t(1) << 20) + 200);
}

}  // namespace
}  // namespace attn
