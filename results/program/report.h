#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace attn {

/// A cell of a table, for people and for programs.
struct Cell {
  std::string shown = {};                                                 ///< "1.73 ms"
  std::variant<std::monostate, std::string, double, int64_t> value = {};  ///< 0.00173; nothing: missing
};

Cell text_cell(std::string text);
/// Shown as it is.
Cell count_cell(int64_t count);
/// Missing without a value; `shown` is for the value.
Cell number_cell(std::optional<double> value, std::string shown);
/// Only for programs.
Cell hidden_cell(std::optional<double> value);
/// In the unit that gives 1 to 999, with four digits: "1.234 ms"; its value is in seconds.
Cell time_cell(std::optional<double> seconds);

struct Column {
  std::string name;        ///< for programs, with the unit: "base_time_s"
  std::string title;       ///< for people: "base"
  bool is_number = false;  ///< aligned to the right
};

/// Sentences, then a table; either may be missing.
struct Section {
  std::string name;   ///< for programs: "cases"
  std::string title;  ///< for people; may be empty
  std::vector<std::string> lines = {};
  bool lines_are_listing = false;  ///< to be shown as they are, in a fixed width: a diff
  std::vector<Column> columns = {};
  std::vector<std::vector<Cell>> rows = {};  ///< a cell a column
  bool only_for_programs = false;            ///< left out of table and markdown
};

/// What a subcommand answers.
struct Report {
  std::vector<Section> sections = {};   ///< of different names
  std::string main_section = {};        ///< whose table is the CSV
  std::vector<std::string> notes = {};  ///< on how it was come by; on standard error, and in the JSON
};

enum class ReportFormat { kTable, kMarkdown, kCsv, kJson };

/// Whole, with its last line end.
/// - table: titles, lines and tables of aligned columns, without the columns that all rows lack.
/// - markdown: the same as headings, lists and tables, to paste into a pull request.
/// - csv: the main section's table, the columns' names first, values in SI units.
/// - json: an object with each section by its name: {"lines": […], "rows": [{name: value}]}, missing values null, and
///   "notes".
std::string report_text(const Report& report, ReportFormat format);

}  // namespace attn
