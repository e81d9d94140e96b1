#include "results/csv.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>

// The reader's own thread would read ahead into memory that it scans; one thread is fast enough and free of races.
#define CSV_IO_NO_THREAD
#include <csv.h>

#include "results/bad_request.h"

namespace attn {
namespace {

using Quotes = io::double_quote_escape<',', '"'>;

/// Fills the buffer as far as it can; 0 at the end.
using ByteReader = std::function<std::size_t(char* buffer, std::size_t size)>;

/// Bytes for io::LineReader, which ends lines at NUL bytes without a word and, after a last line without its end, looks
/// at a byte of uninitialised memory: NUL bytes are refused here and the last line always gets its end.
class WholeLines final : public io::ByteSourceBase {
 public:
  WholeLines(ByteReader read, std::string name) : read_(std::move(read)), name_(std::move(name)) {}

  int read(char* buffer, int size) override {
    const auto capacity = static_cast<std::size_t>(size);
    std::size_t count = read_(buffer, capacity);
    if (std::memchr(buffer, '\0', count) != nullptr) {
      throw BadRequest(fmt::format("{} holds a NUL byte, so it is no CSV text", name_));
    }
    if (count > 0) last_ = buffer[count - 1];
    if (count < capacity && last_ != '\n') {
      buffer[count++] = '\n';
      last_ = '\n';
    }
    return static_cast<int>(count);
  }

 private:
  ByteReader read_;
  std::string name_;
  char last_ = '\n';
};

/// Whether quotes stand only around the whole cell and, inside it, in pairs.
bool is_well_quoted(std::string_view cell) {
  if (cell.find('"') == std::string_view::npos) return true;
  if (cell.size() < 2 || cell.front() != '"' || cell.back() != '"') return false;
  cell = cell.substr(1, cell.size() - 2);
  for (std::size_t i = 0; i < cell.size(); ++i) {
    if (cell[i] == '"' && (++i == cell.size() || cell[i] != '"')) return false;
  }
  return true;
}

class CsvReader {
 public:
  CsvReader(const std::string& name, ByteReader read)
      : name_(name), lines_(name, std::make_unique<WholeLines>(std::move(read), name)) {}

  void visit(std::span<const std::string_view> required_columns, const CsvRowVisitor& visit) {
    read_header(required_columns);
    const std::vector<std::size_t> places = find_columns(required_columns);
    std::vector<std::string_view> chosen(places.size());
    while (next_row()) {
      std::ranges::transform(places, chosen.begin(), [&](std::size_t place) { return cells_[place]; });
      visit(line_number(), chosen);
    }
  }

 private:
  int64_t line_number() const { return lines_.get_file_line(); }

  char* next_line() {
    try {
      return lines_.next_line();
    } catch (const io::error::line_length_limit_exceeded&) {
      throw BadRequest(fmt::format("{}, line {}: too long a line for CSV", name_, line_number()));
    }
  }

  /// The column's name, as far as the header is known; else its number from 1.
  std::string column_name(std::size_t column) const {
    return column < columns_.size() ? columns_[column] : std::to_string(column + 1);
  }

  /// Cuts the line, in place, into cells_.
  void split(char* line) {
    cells_.clear();
    for (char* begin = line;;) {
      char* const end = begin + cell_length(begin);
      const bool is_last = *end == '\0';
      char* cell_begin = begin;
      char* cell_end = end;
      Quotes::unescape(cell_begin, cell_end);
      cells_.emplace_back(cell_begin, cell_end);
      if (is_last) return;
      begin = end + 1;
    }
  }

  std::ptrdiff_t cell_length(const char* begin) const {
    try {
      const char* const end = Quotes::find_next_column_end(begin);
      if (is_well_quoted({begin, end})) return end - begin;
    } catch (const io::error::escaped_string_not_closed&) {
      if (*begin == '"') throw bad_cell("a quote is not closed on its line");
    }
    throw bad_cell("stray quote; quote the whole cell and double the quotes in it (\"a \"\"b\"\" c\")");
  }

  /// About the cell after those in cells_.
  BadRequest bad_cell(std::string_view fault) const {
    return BadRequest(fmt::format("{}: {}", csv_place(name_, line_number(), column_name(cells_.size())), fault));
  }

  void read_header(std::span<const std::string_view> required_columns) {
    char* const line = next_line();
    if (line == nullptr || *line == '\0') {
      throw BadRequest(
          fmt::format("{} is empty; its first line must name the columns {}", name_, fmt::join(required_columns, ",")));
    }
    split(line);
    columns_.assign(cells_.begin(), cells_.end());
    for (auto name = columns_.begin(); name != columns_.end(); ++name) {
      if (std::find(columns_.begin(), name, *name) != name) {
        throw BadRequest(fmt::format("{}: the column occurs twice", csv_place(name_, line_number(), *name)));
      }
    }
  }

  std::vector<std::size_t> find_columns(std::span<const std::string_view> required_columns) const {
    std::vector<std::size_t> places;
    std::vector<std::string_view> missing;
    for (const std::string_view name : required_columns) {
      const auto found = std::ranges::find(columns_, name);
      if (found == columns_.end()) missing.push_back(name);
      places.push_back(static_cast<std::size_t>(found - columns_.begin()));
    }
    if (!missing.empty()) {
      throw BadRequest(fmt::format("{}, line 1: missing column{} {}; there are {}", name_,
                                   missing.size() > 1 ? "s" : "", fmt::join(missing, ","), fmt::join(columns_, ",")));
    }
    return places;
  }

  /// Reads the next line that is not empty into cells_; false at the end.
  bool next_row() {
    char* line = next_line();
    while (line != nullptr && *line == '\0') line = next_line();
    if (line == nullptr) return false;
    split(line);
    if (cells_.size() != columns_.size()) {
      throw BadRequest(fmt::format("{}, line {}: {} cells where the header has {}", name_, line_number(), cells_.size(),
                                   columns_.size()));
    }
    return true;
  }

  std::string name_;
  io::LineReader lines_;
  std::vector<std::string> columns_;
  std::vector<std::string_view> cells_;
};

CsvTable collect(std::span<const std::string_view> required_columns,
                 const std::function<void(const CsvRowVisitor&)>& visit_rows) {
  CsvTable table;
  table.columns.assign(required_columns.begin(), required_columns.end());
  visit_rows([&](int64_t line, std::span<const std::string_view> cells) {
    table.rows.emplace_back(cells.begin(), cells.end());
    table.lines.push_back(line);
  });
  return table;
}

template <typename Number>
std::optional<Number> parse_whole(std::string_view cell) {
  Number number{};
  const char* const end = cell.data() + cell.size();
  const auto [stop, error] = std::from_chars(cell.data(), end, number);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

}  // namespace

void visit_csv(const std::filesystem::path& path, std::span<const std::string_view> required_columns,
               const CsvRowVisitor& visit) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  const auto refuse = [&] { return BadRequest(fmt::format("can't read {}: {}", path.string(), std::strerror(errno))); };
  if (file == nullptr) throw refuse();
  const auto read = [&](char* buffer, std::size_t size) {
    const std::size_t count = std::fread(buffer, 1, size, file.get());
    if (std::ferror(file.get()) != 0) throw refuse();  // a folder, say, which can be opened
    return count;
  };
  CsvReader(path.string(), read).visit(required_columns, visit);
}

CsvTable read_csv(const std::filesystem::path& path, std::span<const std::string_view> required_columns) {
  return collect(required_columns, [&](const CsvRowVisitor& visit) { visit_csv(path, required_columns, visit); });
}

CsvTable parse_csv(std::string_view text, const std::string& name, std::span<const std::string_view> required_columns) {
  const auto read = [&](char* buffer, std::size_t size) {
    const std::size_t count = text.copy(buffer, size);
    text.remove_prefix(count);
    return count;
  };
  return collect(required_columns,
                 [&](const CsvRowVisitor& visit) { CsvReader(name, read).visit(required_columns, visit); });
}

std::string csv_place(std::string_view name, int64_t line, std::string_view column) {
  return fmt::format("{}, line {}, column {}", name, line, column);
}

std::optional<int64_t> parse_integer(std::string_view cell) {
  return parse_whole<int64_t>(cell);
}

std::optional<double> parse_number(std::string_view cell) {
  const std::optional<double> number = parse_whole<double>(cell);
  if (number && !std::isfinite(*number)) return std::nullopt;
  return number;
}

}  // namespace attn
