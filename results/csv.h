#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A CSV file's rows as text.
struct CsvTable {
  std::vector<std::string> columns;            ///< those asked for, in the order asked
  std::vector<std::vector<std::string>> rows;  ///< one cell a column, in the same order
  std::vector<int64_t> lines;                  ///< where each row stands in the file; the header is line 1
};

/// Reads CSV by RFC 4180 whose cells hold no line break; a BOM, CRLF line ends, empty lines and a last line without its
/// end are accepted. Columns are found by the names in the first line, in any order; further ones are ignored. Spaces
/// belong to the cell. A header without rows is an empty table.
/// Throws BadRequest naming file, line and column: a file that can't be read or is empty, missing columns (all of
/// them), a column given twice, a stray quote, a row with another number of cells than the header.
CsvTable read_csv(const std::filesystem::path& path, std::span<const std::string_view> required_columns);

/// The same from text in memory; `name` is what errors call it.
CsvTable parse_csv(std::string_view text, const std::string& name, std::span<const std::string_view> required_columns);

/// A row as it is read.
struct CsvRow {
  int64_t line = 0;                         ///< where it stands in the file; the header is line 1
  std::span<const std::string_view> cells;  ///< one a column asked for, in the order asked
  std::size_t same_cells = 0;               ///< so many of the first of them, at least, are as in the row before
};

/// The row's cells are gone after the call.
using CsvRowVisitor = std::function<void(const CsvRow& row)>;

/// read_csv without a table in memory, for files of any size: calls `visit` once a row.
void visit_csv(const std::filesystem::path& path, std::span<const std::string_view> required_columns,
               const CsvRowVisitor& visit);

/// visit_csv of a file that may be growing: up to the last whole line that it had when it was opened. Returns what was
/// left out, in a sentence for the reader; "" when nothing was.
std::string visit_whole_rows(const std::filesystem::path& path, std::span<const std::string_view> required_columns,
                             const CsvRowVisitor& visit);

/// "shapes.csv, line 3, column q_len": where a cell stands, to begin an error message with.
std::string csv_place(std::string_view name, int64_t line, std::string_view column);

/// The number that the whole cell is, in any locale; nothing for anything else: empty, spaces, a leading '+', "1e9" as
/// an integer, out of range, "nan" and "inf".
std::optional<int64_t> parse_integer(std::string_view cell);
std::optional<double> parse_number(std::string_view cell);

}  // namespace attn
