#include "results/near_names.h"

namespace attn {

std::vector<std::string> near_names(std::string_view, std::span<const std::string>) {
  return {};
}

std::string did_you_mean(std::string_view, std::span<const std::string>) {
  return {};
}

}  // namespace attn
