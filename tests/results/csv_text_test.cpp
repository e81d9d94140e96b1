#include "results/csv_text.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <clocale>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <random>

#include "results/clean_text.h"
#include "results/csv.h"

namespace attn {
namespace {

template <typename... Cells>
std::string line_of(const Cells&... cells) {
  CsvText text;
  (text.add(cells), ...);
  text.end_line();
  return text.text();
}

TEST(CsvText, QuotesOnlyTheCellsThatNeedIt) {
  EXPECT_EQ(line_of("plain", "a,b", "say \"x\"", "", " spaced "), "plain,\"a,b\",\"say \"\"x\"\"\",, spaced \n");
}

TEST(CsvText, KeepsACellOnItsLine) {
  EXPECT_EQ(line_of("first\r\nsecond\nthird\rend"), "first second third end\n");
}

TEST(CsvText, WritesMissingAndNonFiniteNumbersAsEmptyCells) {
  EXPECT_EQ(line_of(std::optional<double>(), std::optional<int64_t>(), std::nan(""),
                    std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(), int64_t{0}),
            ",,,,,0\n");
}

TEST(CsvText, WritesTheShortestNumberThatReadsBack) {
  EXPECT_EQ(line_of(0.1, 1e6, 2.3e-5, 1.0 / 3, -0.0, int64_t{-7}), "0.1,1e+06,2.3e-05,0.3333333333333333,-0,-7\n");
}

TEST(CsvText, ReadsBackEveryDoubleExactly) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000; ++i) {
    const double number = std::bit_cast<double>(random());
    if (!std::isfinite(number)) continue;
    const std::string line = line_of(number);
    ASSERT_EQ(parse_number(line.substr(0, line.size() - 1)), number) << line;
  }
}

TEST(CsvText, ReadsBackEveryTextThatHasNoLineBreak) {
  constexpr std::array<std::string_view, 2> columns = {"a", "b"};
  for (const char* text : {"\"", "\"\"", ",", " x ", "a\"b,c\"", "\t", "µs → 50 %"}) {
    const CsvTable table = parse_csv("a,b\n" + line_of(text, "end"), "memory", columns);
    ASSERT_EQ(table.rows.size(), 1U);
    EXPECT_EQ(table.rows[0][0], text);
    EXPECT_EQ(table.rows[0][1], "end");
  }
}

/// Sets a locale with a decimal comma, made for the purpose where the system has none, and restores the old one.
class DecimalComma {
 public:
  DecimalComma() : before_(std::setlocale(LC_ALL, nullptr)) {
    holds_ = std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr || make_locale();
  }
  ~DecimalComma() { std::setlocale(LC_ALL, before_.c_str()); }
  bool holds() const { return holds_; }

 private:
  static bool make_locale() {
    const std::string folder = testing::TempDir() + "attn_locales";
    std::filesystem::create_directories(folder);
    const std::string command = "localedef -i de_DE -f UTF-8 '" + folder + "/de_DE.UTF-8' >/dev/null 2>&1";
    if (std::system(command.c_str()) != 0) return false;
    setenv("LOCPATH", folder.c_str(), 1);
    const bool found = std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
    unsetenv("LOCPATH");
    return found;
  }

  std::string before_;
  bool holds_ = false;
};

TEST(CsvText, KeepsThePointInALocaleWithADecimalComma) {
  const DecimalComma locale;
  if (!locale.holds()) GTEST_SKIP() << "skipped, because there is no locale with a decimal comma, nor localedef";
  ASSERT_EQ(std::strtod("1,5", nullptr), 1.5) << "the locale is not in force";
  EXPECT_EQ(line_of(1234.5), "1234.5\n");
  EXPECT_EQ(parse_number("1234.5"), 1234.5);
  EXPECT_EQ(parse_number("1234,5"), std::nullopt);
}

TEST(CleanText, KeepsWhatIsValidAndMarksWhatIsNot) {
  EXPECT_EQ(clean_text("µs → 𝄞 ok\tend"), "µs → 𝄞 ok\tend");
  EXPECT_EQ(clean_text("\x1B[31mred\x7F"), " [31mred ");
  EXPECT_EQ(clean_text(std::string_view("a\0b", 3)), "a b");
  EXPECT_EQ(clean_text("a\u009B31m"), "a 31m") << "a C1 control, which colours a terminal too";
  // A lone continuation byte, an overlong '/', a surrogate, a character above U+10FFFF and one cut short.
  EXPECT_EQ(clean_text("\x80"), "\uFFFD");
  EXPECT_EQ(clean_text("\xC0\xAF"), "\uFFFD\uFFFD");
  EXPECT_EQ(clean_text("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(clean_text("\xF4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(clean_text("end\xE2\x86"), "end\uFFFD\uFFFD");
}

}  // namespace
}  // namespace attn
