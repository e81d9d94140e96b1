#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace attn {

/// --benchmark_filter as Google Benchmark reads it: a POSIX extended regular expression searched for in the case name;
/// a leading '-' keeps those without a match; "" and "all" keep every case.
class CaseFilter {
 public:
  /// Throws BadRequest for an expression that does not compile, with the library's reason.
  explicit CaseFilter(std::string_view expression);
  bool keeps(const std::string& case_name) const;

 private:
  struct Compiled;
  std::shared_ptr<const Compiled> compiled_;  ///< null: keeps every case
  bool negated_ = false;
};

}  // namespace attn
