#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Cuts the lines of a CSV file into cells, one line after another. Only what differs from the line before is cut anew,
/// since rows that belong together begin alike.
class CsvCells {
 public:
  /// `line` is without its end and without NUL bytes; it may be gone after the call. Returns what is wrong with the
  /// cell after those in cells(); "" when nothing is.
  std::string_view cut(std::string_view line);

  /// Unquoted. Those that the next call finds to be the same stay valid, the others until then.
  std::span<const std::string_view> cells() const { return cells_; }

  /// So many of the first cells are as in the line before, and stand where they stood.
  std::size_t same_cells() const { return same_cells_; }

 private:
  /// Keeps the cells that the line before has too. Where the next one begins.
  std::size_t keep_same(std::string_view line);
  std::string_view cut_plain(const char* begin);
  std::string_view cut_quoted(const char* begin);
  std::string_view unescape(std::string_view quoted);
  void add(std::string_view cell, const char* end);

  std::vector<char> line_;  ///< as read, and a NUL byte
  std::size_t length_ = 0;
  std::vector<std::string_view> cells_;  ///< in line_ or unescaped_
  std::vector<std::size_t> ends_;        ///< of each cell, in line_
  std::deque<std::string> unescaped_;    ///< cells with doubled quotes, each at its own index; none ever moves
  std::size_t same_cells_ = 0;
};

}  // namespace attn
