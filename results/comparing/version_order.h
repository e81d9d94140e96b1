#pragma once

#include <string_view>

namespace attn {

/// Whether `left` comes before `right` in the order of releases: numbers by their value ("2.9.1" before "2.11.0",
/// "580.95" before "580.105"), all else by its characters; a longer one comes later ("2.11" before "2.11.1"), but a
/// pre-release earlier ("2.12.0rc1", "2.12.0.dev20261001", "2.12.0a0" before "2.12.0").
bool version_less(std::string_view left, std::string_view right);

}  // namespace attn
