#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "results/checking/check.h"
#include "results/csv.h"
#include "results/file_layout.h"

namespace attn {

/// Where findings go.
class Findings {
 public:
  explicit Findings(CheckedRuns& checked) : checked_(checked) {}
  void add(const std::string& file, int64_t line, std::string_view column, std::string fault);

 private:
  CheckedRuns& checked_;
};

/// A row of one of our files under the eye. The checks give the cell's value where it is one.
class RowCheck {
 public:
  /// All are to outlive this.
  RowCheck(const FileLayout& layout, const std::string& file, const CsvRow& row, Findings& findings)
      : layout_(layout), file_(file), row_(row), findings_(findings) {}

  std::string_view text(std::string_view column) const;
  int64_t line() const { return row_.line; }

  void add(std::string_view column, std::string fault) const;
  void check_filled(std::string_view column) const;
  /// Empty is allowed only where it is one of the names.
  void check_one_of(std::string_view column, std::span<const std::string_view> names) const;
  /// Empty is nothing, without a finding.
  std::optional<int64_t> integer(std::string_view column, int64_t least) const;
  std::optional<double> number(std::string_view column, double least) const;
  /// The same where an empty cell is a finding.
  std::optional<int64_t> needed_integer(std::string_view column, int64_t least) const;
  std::optional<double> needed_number(std::string_view column, double least) const;
  /// A time that happened: above 0.
  std::optional<double> needed_time(std::string_view column) const;

 private:
  const FileLayout& layout_;
  const std::string& file_;
  const CsvRow& row_;
  Findings& findings_;
};

}  // namespace attn
