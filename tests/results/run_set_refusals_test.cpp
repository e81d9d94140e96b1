#include <gmock/gmock.h>

#include <array>
#include <fstream>

#include "results/bad_request.h"
#include "results/csv.h"
#include "results/results_directory.h"
#include "results/run_set.h"
#include "tests/results/example_case.h"
#include "tests/results/temporary_folder.h"

namespace attn {
namespace {

using testing::AllOf;
using testing::HasSubstr;

namespace fs = std::filesystem;

class ReadRunsRefuses : public testing::Test {
 protected:
  fs::path write(const std::string& text) {
    write_text(file_, text);
    return file_;
  }

  static std::string refusal_of(const fs::path& path, const ReadOptions& options = {}) {
    try {
      read_runs(std::array{path}, options);
    } catch (const BadRequest& refusal) {
      return refusal.what();
    }
    return "nothing was refused";
  }

  /// Of a results.csv with one row that ends in these cells: metric, unit, value, low, high, samples.
  std::string refusal_of_metric(const std::string& cells) {
    return refusal_of(write(kResultsHeader + kExampleCells + cells + "\n"));
  }

  TemporaryFolder folder_;
  fs::path file_ = folder_.path() / "results.csv";
};

TEST_F(ReadRunsRefuses, WhatIsNotThere) {
  EXPECT_THAT(refusal_of(folder_.path() / "gone"), AllOf(HasSubstr("gone"), HasSubstr("no such folder or file")));
}

TEST_F(ReadRunsRefuses, AFolderWithoutResultsAndNamesThoseBelowItThatHaveThem) {
  const ResultsDirectory monday(folder_.path() / "monday");
  const ResultsDirectory friday(folder_.path() / "friday");
  fs::create_directory(folder_.path() / "empty");
  EXPECT_THAT(refusal_of(folder_.path()), AllOf(HasSubstr("has no results.csv"), HasSubstr("friday, monday)")));
}

TEST_F(ReadRunsRefuses, WhatIsNotCsv) {
  EXPECT_THAT(refusal_of(write(std::string("\x7f"
                                           "ELF\0\0\1",
                                           7))),
              HasSubstr("NUL byte"));
  EXPECT_THAT(refusal_of(write("{\"benchmarks\": []}\n")), HasSubstr("results.csv, line 1, column 1: stray quote"));
  EXPECT_THAT(refusal_of(write("all went well\n")), HasSubstr("missing columns"));
}

TEST_F(ReadRunsRefuses, AnEmptyFileAndAHeaderAlone) {
  EXPECT_THAT(refusal_of(write("")), HasSubstr("is empty"));
  EXPECT_THAT(refusal_of(write(kResultsHeader)), HasSubstr("has no case, only its first line"));
  EXPECT_THAT(refusal_of(write(kResultsHeader.substr(0, kResultsHeader.size() - 1))), HasSubstr("has no case"));
}

TEST_F(ReadRunsRefuses, AMissingColumnByName) {
  std::string header = kResultsHeader;
  header.erase(header.find("driver_version,"), 15);
  EXPECT_THAT(refusal_of(write(header)), HasSubstr("missing column driver_version"));
}

TEST_F(ReadRunsRefuses, AnUnknownSchema) {
  for (const char* schema : {"2", "", "one"}) {
    const std::string row = schema + kExampleCells.substr(1) + "ops,1,45,,,\n";
    EXPECT_THAT(refusal_of(write(kResultsHeader + row)),
                AllOf(HasSubstr("line 2, column schema"), HasSubstr("'" + std::string(schema) + "'")));
  }
}

TEST_F(ReadRunsRefuses, ARowWithFewerOrMoreCells) {
  EXPECT_THAT(refusal_of(write(kResultsHeader + kExampleCells + "ops,1,45,,\n")), HasSubstr("line 2: 31 cells"));
  EXPECT_THAT(refusal_of(write(kResultsHeader + kExampleCells + "ops,1,45,,,,\n")), HasSubstr("line 2: 33 cells"));
}

TEST_F(ReadRunsRefuses, ALineBreakInAName) {
  std::string row = kExampleCells + "ops,1,45,,,\n";
  row.replace(row.find("SdpaFlash/"), 10, "\"Sdpa\nFlash\"/");
  EXPECT_THAT(refusal_of(write(kResultsHeader + row)), HasSubstr("a quote is not closed on its line"));
}

TEST_F(ReadRunsRefuses, NumbersThatAreNone) {
  for (const char* number : {"nan", "inf", "-inf", "0x1p3", "1e400", "\"0,5\"", "1.5s", " 1", "+1"}) {
    EXPECT_THAT(refusal_of_metric(std::string("error_rms,1,") + number + ",,,"),
                AllOf(HasSubstr("line 2, column value"), HasSubstr("is not a number")))
        << number;
  }
  EXPECT_THAT(refusal_of_metric("error_rms,1,1,nan,,"), HasSubstr("column low"));
  EXPECT_THAT(refusal_of_metric("error_rms,1,1,,1e400,"), HasSubstr("column high"));
  EXPECT_THAT(refusal_of_metric("error_rms,1,1,,,3.5"), HasSubstr("column samples"));
}

TEST_F(ReadRunsRefuses, AnExtentThatIsNoInteger) {
  std::string row = kExampleCells + "ops,1,45,,,\n";
  row.replace(row.find(",512,"), 5, ",5e2,");
  EXPECT_THAT(refusal_of(write(kResultsHeader + row)), AllOf(HasSubstr("column q_len"), HasSubstr("'5e2'")));
}

TEST_F(ReadRunsRefuses, TimesThatAreNoneUnlessToldNotTo) {
  EXPECT_THAT(refusal_of_metric("time_s,s,-0.5,,,3"), HasSubstr("time_s of -0.5 s; a time is positive"));
  EXPECT_THAT(refusal_of_metric("time_s,s,0,,,3"), HasSubstr("a time is positive"));
  EXPECT_EQ(read_runs(std::array{file_}, {.refuse_bad_times = false}).runs[0].cases[0].metrics[0].value, 0);
  ResultsDirectory directory(folder_.path() / "kept");
  directory.append_case(example_case(), {}, std::vector<SampleRow>{{.time_s = 1}, {.time_s = -1}});
  EXPECT_THAT(refusal_of(folder_.path() / "kept"), AllOf(HasSubstr("samples.csv, line 3, column time_s"),
                                                         HasSubstr("'-1' is not a time, which is positive")));
}

TEST_F(ReadRunsRefuses, AMetricInAnotherUnit) {
  EXPECT_THAT(refusal_of_metric("time_s,ms,0.5,,,3"),
              AllOf(HasSubstr("line 2, column unit"), HasSubstr("time_s in 'ms'; its unit is 's'")));
}

TEST_F(ReadRunsRefuses, AMetricTwiceInACaseOfARun) {
  const std::string row = kExampleCells + "ops,1,45,,,\n";
  EXPECT_THAT(refusal_of(write(kResultsHeader + row + row)),
              AllOf(HasSubstr("line 3"), HasSubstr("ops is there twice")));
  const std::string unknown = kExampleCells + "watts,W,45,,,\n";
  EXPECT_THAT(refusal_of(write(kResultsHeader + unknown + row + unknown)),
              AllOf(HasSubstr("line 4"), HasSubstr("watts is there twice")));
}

TEST_F(ReadRunsRefuses, RowsOfACaseThatContradictEachOther) {
  std::string other = kExampleCells + "kernels,1,3,,,\n";
  other.replace(other.find(",ok,"), 4, ",failed,");
  EXPECT_THAT(refusal_of(write(kResultsHeader + kExampleCells + "ops,1,45,,,\n" + other)),
              AllOf(HasSubstr("line 3, column status"), HasSubstr("'failed'")));
}

TEST_F(ReadRunsRefuses, TheHeadersOfTwoFilesPutTogether) {
  const std::string text = kResultsHeader + kExampleCells + "ops,1,45,,,\n";
  EXPECT_THAT(refusal_of(write(text + text)), HasSubstr("line 3, column schema"));
}

TEST_F(ReadRunsRefuses, NothingOfAFileThatGrowsWhileItIsRead) {
  std::string text = kResultsHeader;
  for (int i = 0; i < 20'000; ++i) text += kExampleCells + std::to_string(i) + ",1,45,,,\n";
  write(text);
  ASSERT_GT(fs::file_size(file_), size_t{3} << 20) << "as large as what the parser reads at once";
  int64_t rows = 0;
  const std::string note = visit_whole_rows(file_, std::array{std::string_view("metric")}, [&](const CsvRow& row) {
    if (rows++ == 0) std::ofstream(file_, std::ios::app) << kExampleCells << "late,1,45,,,\n" << kExampleCells << "cut";
    EXPECT_NE(row.cells[0], "late");
  });
  EXPECT_EQ(rows, 20'000);
  EXPECT_THAT(note, AllOf(HasSubstr("grew while it was read"), HasSubstr("up to line 20001")));
}

}  // namespace
}  // namespace attn
