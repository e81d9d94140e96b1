#pragma once

namespace attn {

// What a program ends with.
inline constexpr int kExitFine = 0;
inline constexpr int kExitBadAnswer = 1;   ///< a case incorrect or failed, a regression found, or the program broke off
inline constexpr int kExitBadRequest = 2;  ///< nothing was done, because of what was asked for
inline constexpr int kExitInterrupted = 130;  ///< what was measured until then is kept

}  // namespace attn
