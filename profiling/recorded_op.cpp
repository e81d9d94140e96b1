#include "profiling/recorded_op.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

namespace attn {

std::string op_path_of(const std::vector<RecordedOp>& ops, std::optional<size_t> op) {
  std::vector<std::string_view> names;
  int64_t at = op ? static_cast<int64_t>(*op) : -1;
  while (at >= 0) {
    const RecordedOp& step = ops.at(static_cast<size_t>(at));
    names.push_back(step.name);
    at = step.parent;
  }
  std::reverse(names.begin(), names.end());
  return fmt::format("{}", fmt::join(names, " › "));
}

}  // namespace attn
