#pragma once

namespace attn {

inline constexpr char kVersion[] = "0.1.0";

}  // namespace attn
