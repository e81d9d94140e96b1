#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "results/file_layout.h"

namespace attn {

/// Keeps writers out of a file while it is read, so that no case is seen half-written. Without it where the file can't
/// be opened, which its reader will say, or can't be locked.
class SharedLock {
 public:
  explicit SharedLock(const std::filesystem::path& path);
  ~SharedLock();
  SharedLock(const SharedLock&) = delete;
  SharedLock& operator=(const SharedLock&) = delete;

 private:
  int descriptor_;
};

/// A line of one of our files, its cells in the order of the layout's columns.
class CsvLine {
 public:
  /// `file` is what errors call it. All three are to outlive this.
  CsvLine(const FileLayout& layout, const std::string& file, int64_t number, std::span<const std::string_view> cells)
      : layout_(layout), file_(file), number_(number), cells_(cells) {}

  std::string_view text(std::string_view column) const;

  // Throw BadRequest, naming file, line and column, for another cell; `find_` of an empty one is nothing.
  int64_t integer(std::string_view column) const;
  double number(std::string_view column) const;
  std::optional<int64_t> find_integer(std::string_view column) const;
  std::optional<double> find_number(std::string_view column) const;

  /// The error for a cell that is not `wanted`.
  [[noreturn]] void refuse(std::string_view column, std::string_view wanted) const;

 private:
  const FileLayout& layout_;
  const std::string& file_;
  int64_t number_;
  std::span<const std::string_view> cells_;
};

}  // namespace attn
