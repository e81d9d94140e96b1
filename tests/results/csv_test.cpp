#include "results/csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "results/bad_request.h"

namespace attn {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::array<std::string_view, 2> kColumns = {"q_len", "name"};

CsvTable parse(std::string_view text) {
  return parse_csv(text, "shapes.csv", kColumns);
}

/// The message that the text is refused with.
std::string refusal(std::string_view text) {
  try {
    parse(text);
  } catch (const BadRequest& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Csv, GivesTheCellsInTheOrderAskedForAndIgnoresOtherColumns) {
  const CsvTable table = parse("name,batch,q_len\nshort,1,128\nlong,8,4096\n");
  EXPECT_THAT(table.columns, ElementsAre("q_len", "name"));
  EXPECT_THAT(table.rows, ElementsAre(ElementsAre("128", "short"), ElementsAre("4096", "long")));
  EXPECT_THAT(table.lines, ElementsAre(2, 3));
}

TEST(Csv, AcceptsBomCrlfEmptyLinesAndAMissingLastLineEnd) {
  const CsvTable table = parse("\xEF\xBB\xBFname,q_len\r\n\r\na,1\r\n\r\nb,2");
  EXPECT_THAT(table.rows, ElementsAre(ElementsAre("1", "a"), ElementsAre("2", "b")));
  EXPECT_THAT(table.lines, ElementsAre(3, 5));
}

TEST(Csv, TakesQuotesOffAndKeepsCommasQuotesAndSpacesInside) {
  const CsvTable table = parse("\"name\",q_len\n\" a, \"\"b\"\"\",\"1\"\n\"\",\n x ,2\n");
  EXPECT_THAT(table.rows, ElementsAre(ElementsAre("1", " a, \"b\""), ElementsAre("", ""), ElementsAre("2", " x ")));
}

TEST(Csv, AHeaderAloneIsATableWithoutRows) {
  EXPECT_THAT(parse("name,q_len").rows, IsEmpty());
}

TEST(Csv, RefusesAnEmptyFile) {
  for (const char* text : {"", "\n", "\r\n", "\xEF\xBB\xBF"}) {
    EXPECT_THAT(refusal(text), HasSubstr("shapes.csv is empty; its first line must name the columns q_len,name"));
  }
}

TEST(Csv, NamesAllMissingColumnsAndThoseThatThereAre) {
  EXPECT_EQ(refusal("batch,head_dim\n1,64\n"),
            "shapes.csv, line 1: missing columns q_len,name; there are batch,head_dim");
  EXPECT_EQ(refusal("batch,name\n"), "shapes.csv, line 1: missing column q_len; there are batch,name");
}

TEST(Csv, RefusesAColumnGivenTwice) {
  EXPECT_EQ(refusal("name,q_len,name\na,1,b\n"), "shapes.csv, line 1, column name: the column occurs twice");
}

TEST(Csv, RefusesStrayQuotesByLineAndColumn) {
  for (const char* cell : {"a\"b", "a\"b\"", "\"a\"b", "\"a\"b\"c\"", "\"a\" "}) {
    const std::string text = std::string("name,q_len\nfine,1\n") + cell + ",2\n";
    EXPECT_THAT(refusal(text), HasSubstr("shapes.csv, line 3, column name: stray quote")) << cell;
  }
}

TEST(Csv, RefusesAQuoteThatTheLineDoesNotClose) {
  EXPECT_EQ(refusal("name,q_len\n\"two\nlines\",1\n"),
            "shapes.csv, line 2, column name: a quote is not closed on its line");
  EXPECT_EQ(refusal("\"name,q_len\n"), "shapes.csv, line 1, column 1: a quote is not closed on its line");
}

TEST(Csv, RefusesARowWithAnotherNumberOfCells) {
  EXPECT_EQ(refusal("name,q_len\na,1\nb\n"), "shapes.csv, line 3: 1 cells where the header has 2");
  EXPECT_EQ(refusal("name,q_len\na,1,\n"), "shapes.csv, line 2: 3 cells where the header has 2");
}

TEST(Csv, RefusesNulBytesInsteadOfLosingTheRestOfTheLine) {
  using std::string_literals::operator""s;
  EXPECT_THAT(refusal("name,q_len\na,1\0002\n"s), HasSubstr("shapes.csv holds a NUL byte"));
}

TEST(Csv, RefusesALineTooLongForTheParser) {
  const std::string text = "name,q_len\n" + std::string(std::size_t{1} << 24, 'x') + ",1\n";
  EXPECT_EQ(refusal(text), "shapes.csv, line 2: too long a line for CSV");
}

TEST(Csv, ReadsTextOfSeveralBlocksOfTheParserWhole) {
  std::string text = "name,q_len\n";  // 36 MB; the parser's blocks have 16 MiB
  const std::string name(1'000'000, 'n');
  for (int row = 0; row < 36; ++row) text += name + "," + std::to_string(row) + "\n";
  const CsvTable table = parse(text);
  ASSERT_EQ(table.rows.size(), 36U);
  for (std::size_t row = 0; row < 36; ++row) {
    EXPECT_EQ(table.rows[row][0], std::to_string(row));
    EXPECT_EQ(table.rows[row][1].size(), name.size());
  }
}

TEST(Csv, NamesTheFileThatItCannotRead) {
  EXPECT_THAT([] { read_csv("/no/such.csv", kColumns); },
              testing::ThrowsMessage<BadRequest>("can't read /no/such.csv: No such file or directory"));
  EXPECT_THAT([] { read_csv("/tmp", kColumns); },
              testing::ThrowsMessage<BadRequest>("can't read /tmp: Is a directory"));
}

TEST(Csv, NumbersAreTheWholeCellOrNothing) {
  EXPECT_EQ(parse_integer("4096"), 4096);
  EXPECT_EQ(parse_integer("-5"), -5);
  EXPECT_EQ(parse_integer("9223372036854775807"), INT64_MAX);
  for (const char* cell : {"", " 1", "1 ", "+1", "1e9", "1.0", "0x10", "9223372036854775808", "abc"}) {
    EXPECT_EQ(parse_integer(cell), std::nullopt) << cell;
  }
  EXPECT_EQ(parse_number("1e-3"), 0.001);
  EXPECT_EQ(parse_number("-2.5"), -2.5);
  for (const char* cell : {"", " 1", "1,5", "nan", "inf", "-inf", "1e999", "1.5s"}) {
    EXPECT_EQ(parse_number(cell), std::nullopt) << cell;
  }
}

}  // namespace
}  // namespace attn
