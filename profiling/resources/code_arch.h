#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// What a code object or PTX was compiled for: "sm_80", "sm_90a", "sm_100f"; a card's own is without a letter.
struct CodeArch {
  int major = 0;
  int minor = 0;
  /// 'a': uses what only this very architecture has; 'f': what its family has (the same major version from this minor
  /// version on); 0: neither.
  char features = 0;

  friend bool operator==(const CodeArch&, const CodeArch&) = default;
};

/// Nothing for a text that is no such name.
std::optional<CodeArch> parse_code_arch(std::string_view text);

/// "sm_90a".
std::string name_of(const CodeArch& arch);

/// Whether a code object runs on the card: compiled for the same major version, its minor version not above the card's
/// (CUDA Programming Guide, "Binary compatibility"; "Family-Specific Features" for the letters).
bool runs_on(const CodeArch& code, const CodeArch& card);

/// Whether the driver can compile the PTX for the card: any later architecture, but with a letter only where a code
/// object would run.
bool ptx_runs_on(const CodeArch& ptx, const CodeArch& card);

/// Of two that run on a card, whether `a` is the one that it takes: the later minor version, then the more specific.
bool fits_better(const CodeArch& a, const CodeArch& b);

}  // namespace attn
