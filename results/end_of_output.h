#pragma once

#include <string_view>

namespace attn {

/// Flushes standard output. The exit code to end with: the given one, or, when what was printed can't be written (a
/// full disk) and thus is no answer, at least 2, after a line on standard error that begins with the program's name.
int end_of_output(std::string_view program, int exit_code);

}  // namespace attn
