#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "results/program/report.h"

namespace attn {
namespace {

Report example_report() {
  Report report{.main_section = "cases", .notes = {"samples.csv is missing"}};
  report.sections = {
      {.name = "facts", .title = "What differs", .lines = {"base: 5 runs of a|b", "new: <none>"}},
      {.name = "cases",
       .title = "Cases",
       .columns = {{"case", "case"}, {"time_s", "time", true}, {"p", ""}, {"empty", "empty"}},
       .rows = {{text_cell("Naïve, \"q\""), time_cell(0.00173), hidden_cell(0.25), text_cell("")},
                {text_cell("Sdpa"), time_cell(std::nullopt), hidden_cell(std::nullopt), text_cell("")},
                {text_cell("Count"), count_cell(12345), hidden_cell(1), text_cell("")}}},
      {.name = "launches", .title = "Launches", .lines = {"+ 1 f<int>", "4 are the same"}, .lines_are_listing = true},
      {.name = "hidden", .title = "", .lines = {"x"}, .only_for_programs = true},
      {.name = "nothing", .title = "Nothing to say"}};
  return report;
}

TEST(ReportText, TableAlignsColumnsAndLeavesOutWhatIsEmpty) {
  EXPECT_EQ(report_text(example_report(), ReportFormat::kTable),
            "What differs\n"
            "base: 5 runs of a|b\n"
            "new: <none>\n"
            "\n"
            "Cases\n"
            "case            time\n"
            "Naïve, \"q\"  1.730 ms\n"
            "Sdpa\n"
            "Count         12,345\n"
            "\n"
            "Launches\n"
            "+ 1 f<int>\n"
            "4 are the same\n");
}

TEST(ReportText, MarkdownEscapesWhatItWouldTakeForItsOwn) {
  EXPECT_EQ(report_text(example_report(), ReportFormat::kMarkdown),
            "### What differs\n"
            "\n"
            "- base: 5 runs of a\\|b\n"
            "- new: &lt;none>\n"
            "\n"
            "### Cases\n"
            "\n"
            "| case | time |\n"
            "|---|---:|\n"
            "| Naïve, \"q\" | 1.730 ms |\n"
            "| Sdpa |  |\n"
            "| Count | 12,345 |\n"
            "\n"
            "### Launches\n"
            "\n"
            "```\n"
            "+ 1 f<int>\n"
            "4 are the same\n"
            "```\n");
}

TEST(ReportText, CsvIsTheMainTableInSiUnits) {
  EXPECT_EQ(report_text(example_report(), ReportFormat::kCsv),
            "case,time_s,p,empty\n"
            "\"Naïve, \"\"q\"\"\",0.00173,0.25,\n"
            "Sdpa,,,\n"
            "Count,12345,1,\n");
}

TEST(ReportText, JsonHasAllSectionsAndNullForWhatIsMissing) {
  const auto json = nlohmann::json::parse(report_text(example_report(), ReportFormat::kJson));
  EXPECT_EQ(json["cases"]["rows"][0]["time_s"], 0.00173);
  EXPECT_EQ(json["cases"]["rows"][2]["time_s"], 12345);
  EXPECT_TRUE(json["cases"]["rows"][1]["time_s"].is_null());
  EXPECT_EQ(json["facts"]["lines"][1], "new: <none>");
  EXPECT_EQ(json["hidden"]["lines"][0], "x");
  EXPECT_EQ(json["notes"][0], "samples.csv is missing");
}

}  // namespace
}  // namespace attn
