#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <utility>

namespace attn {

/// Holds names that many records share, for as long as it lives: a million launches have some dozen of them.
class NamePool {
 public:
  std::string_view keep(std::string name) { return names_.emplace_back(std::move(name)); }

 private:
  std::deque<std::string> names_;  // its elements never move
};

}  // namespace attn
