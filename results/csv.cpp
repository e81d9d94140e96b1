#include "results/csv.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>

// The reader's own thread would read ahead into memory that it scans; one thread is fast enough and free of races.
#define CSV_IO_NO_THREAD
#include <csv.h>

#include "results/bad_request.h"
#include "results/csv_cells.h"

namespace attn {
namespace {

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

class CsvReader {
 public:
  CsvReader(const std::string& name, ByteReader read)
      : name_(name), lines_(name, std::make_unique<WholeLines>(std::move(read), name)) {}

  void visit(std::span<const std::string_view> required_columns, const CsvRowVisitor& visit) {
    read_header(required_columns);
    cells_ = CsvCells();  // no row is like the header
    const std::vector<std::size_t> places = find_columns(required_columns);
    const std::vector<std::size_t> furthest = furthest_places(places);
    std::vector<std::string_view> chosen(places.size());
    while (next_row()) {
      const auto cells = cells_.cells();
      const auto same =
          static_cast<std::size_t>(std::ranges::lower_bound(furthest, cells_.same_cells()) - furthest.begin());
      for (std::size_t i = same; i < chosen.size(); ++i) chosen[i] = cells[places[i]];
      visit({.line = line_number(), .cells = chosen, .same_cells = same});
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

  void split(std::string_view line) {
    const std::string_view fault = cells_.cut(line);
    if (fault.empty()) return;
    const std::string column = column_name(cells_.cells().size());
    throw BadRequest(fmt::format("{}: {}", csv_place(name_, line_number(), column), fault));
  }

  void read_header(std::span<const std::string_view> required_columns) {
    char* const line = next_line();
    if (line == nullptr || *line == '\0') {
      throw BadRequest(
          fmt::format("{} is empty; its first line must name the columns {}", name_, fmt::join(required_columns, ",")));
    }
    split(line);
    columns_.assign(cells_.cells().begin(), cells_.cells().end());
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

  /// For each of the places the furthest up to it: a row's cells up to there are as before when those of the file are.
  static std::vector<std::size_t> furthest_places(std::vector<std::size_t> places) {
    for (std::size_t i = 1; i < places.size(); ++i) places[i] = std::max(places[i], places[i - 1]);
    return places;
  }

  /// Reads the next line that is not empty into cells_; false at the end.
  bool next_row() {
    char* line = next_line();
    while (line != nullptr && *line == '\0') line = next_line();
    if (line == nullptr) return false;
    split(line);
    if (cells_.cells().size() != columns_.size()) {
      throw BadRequest(fmt::format("{}, line {}: {} cells where the header has {}", name_, line_number(),
                                   cells_.cells().size(), columns_.size()));
    }
    return true;
  }

  std::string name_;
  io::LineReader lines_;
  std::vector<std::string> columns_;
  CsvCells cells_;
};

class OpenFile {
 public:
  explicit OpenFile(const std::filesystem::path& path)
      : name_(path.string()), file_(std::fopen(path.c_str(), "rb"), &std::fclose) {
    if (file_ == nullptr) refuse();
  }

  /// 0 at the end.
  std::size_t read(char* buffer, std::size_t size) {
    const std::size_t count = std::fread(buffer, 1, size, file_.get());
    if (std::ferror(file_.get()) != 0) refuse();  // a folder, say, which can be opened
    return count;
  }

  /// Of a pipe: unknown, thus endless.
  int64_t size() {
    struct stat status {};
    if (fstat(fileno(file_.get()), &status) != 0) refuse();
    return S_ISREG(status.st_mode) ? status.st_size : std::numeric_limits<int64_t>::max();
  }

  /// How much of the first `size` bytes are whole lines; all of it where there is no line end at all.
  int64_t whole_lines_size(int64_t size) {
    if (size == std::numeric_limits<int64_t>::max()) return size;
    std::array<char, 4096> piece{};
    for (int64_t end = size; end > 0;) {
      const int64_t begin = std::max<int64_t>(0, end - static_cast<int64_t>(piece.size()));
      const auto wanted = static_cast<std::size_t>(end - begin);
      const ssize_t count = pread(fileno(file_.get()), piece.data(), wanted, begin);
      if (count < 0) refuse();
      const std::size_t found = std::string_view(piece.data(), static_cast<std::size_t>(count)).rfind('\n');
      if (found != std::string_view::npos) return begin + static_cast<int64_t>(found) + 1;
      end = begin;
    }
    return size;
  }

 private:
  [[noreturn]] void refuse() const { throw BadRequest(fmt::format("can't read {}: {}", name_, std::strerror(errno))); }

  std::string name_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

CsvTable collect(std::span<const std::string_view> required_columns,
                 const std::function<void(const CsvRowVisitor&)>& visit_rows) {
  CsvTable table;
  table.columns.assign(required_columns.begin(), required_columns.end());
  visit_rows([&](const CsvRow& row) {
    table.rows.emplace_back(row.cells.begin(), row.cells.end());
    table.lines.push_back(row.line);
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
  OpenFile file(path);
  CsvReader(path.string(), [&](char* buffer, std::size_t size) {
    return file.read(buffer, size);
  }).visit(required_columns, visit);
}

std::string visit_whole_rows(const std::filesystem::path& path, std::span<const std::string_view> required_columns,
                             const CsvRowVisitor& visit) {
  OpenFile file(path);
  const int64_t size = file.size();
  int64_t rest = file.whole_lines_size(size);
  const bool is_cut = rest < size;
  const auto read = [&](char* buffer, std::size_t most) {
    const std::size_t count = file.read(buffer, std::min(most, static_cast<std::size_t>(rest)));
    rest -= static_cast<int64_t>(count);
    return count;
  };
  int64_t last_line = 1;
  CsvReader(path.string(), read).visit(required_columns, [&](const CsvRow& row) {
    last_line = row.line;
    visit(row);
  });
  if (file.size() > size) return fmt::format("{} grew while it was read: read up to line {}", path.string(), last_line);
  if (!is_cut) return "";
  return fmt::format("the last line of {} is not whole (it is being written, or a run was killed): read up to line {}",
                     path.string(), last_line);
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
