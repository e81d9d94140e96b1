#include "benchmarks/case_filter.h"

#include <fmt/format.h>
#include <regex.h>

#include <array>

#include "results/bad_request.h"

namespace attn {

// regcomp rather than std::regex: its errors name the fault, and a long name can't exhaust the stack.
struct CaseFilter::Compiled {
  Compiled(const std::string& expression, std::string_view given) {
    const int code = ::regcomp(&regex, expression.c_str(), REG_EXTENDED | REG_NOSUB);
    if (code == 0) return;
    std::array<char, 256> reason{};
    ::regerror(code, &regex, reason.data(), reason.size());
    throw BadRequest(
        fmt::format("--benchmark_filter={}: {}; allowed is a POSIX extended regular expression", given, reason.data()));
  }
  Compiled(const Compiled&) = delete;
  Compiled& operator=(const Compiled&) = delete;
  ~Compiled() { ::regfree(&regex); }

  regex_t regex;
};

CaseFilter::CaseFilter(std::string_view expression) {
  if (expression.empty() || expression == "all") return;
  negated_ = expression.front() == '-';
  compiled_ = std::make_shared<const Compiled>(std::string(expression.substr(negated_ ? 1 : 0)), expression);
}

bool CaseFilter::keeps(const std::string& case_name) const {
  if (compiled_ == nullptr) return true;
  const bool found = ::regexec(&compiled_->regex, case_name.c_str(), 0, nullptr, 0) == 0;
  return found != negated_;
}

}  // namespace attn
