#include "profiling/profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace attn {
namespace {

void add_part(std::string& text, int64_t count, std::string_view one, std::string_view many) {
  if (count == 0) return;
  if (!text.empty()) text += ", ";
  text += fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace

std::string_view name_of(LaunchKind kind) {
  switch (kind) {
    case LaunchKind::kKernel:
      return "kernel";
    case LaunchKind::kMemcpy:
      return "memcpy";
    case LaunchKind::kMemset:
      return "memset";
    case LaunchKind::kLibrary:
      return "library";
  }
  throw std::logic_error("a launch of no known kind");
}

std::optional<std::string> describe_loss(const LossCount& loss) {
  std::string text;
  add_part(text, loss.dropped, "record dropped", "records dropped");
  add_part(text, loss.zero_time, "launch without times", "launches without times");
  add_part(text, loss.invalid, "buffer not readable to the end", "buffers not readable to the end");
  add_part(text, loss.unlinked, "launch not linked to a call of the forward",
           "launches not linked to a call of the forward");
  add_part(text, loss.missing, "launch without its record", "launches without their records");
  if (text.empty()) return std::nullopt;
  return text + ": the count is no result";
}

int64_t launches_without_time(const Profile& profile) {
  return std::ranges::count_if(profile.launches, [](const Launch& launch) { return !launch.span; });
}

}  // namespace attn
