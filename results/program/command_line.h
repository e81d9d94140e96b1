#pragma once

#include <span>
#include <string>

namespace attn {

/// attn_results with these arguments (without the program's name): prints the answer and returns the exit code. The
/// answer goes to standard output, all else to standard error.
int run_command_line(std::span<const std::string> arguments);

}  // namespace attn
