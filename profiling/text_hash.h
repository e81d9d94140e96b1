#pragma once

#include <cstdint>
#include <string_view>

namespace attn {

/// 64-bit FNV-1a: the same in every run, so fit for names of files.
constexpr uint64_t hash_of(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

}  // namespace attn
