#pragma once

#include <span>
#include <string>

namespace attn {

/// attn_plot with these arguments (without the program's name): writes a report or prints a specification or the list
/// of charts to standard output, and returns the exit code. All else goes to standard error.
int plot(std::span<const std::string> arguments);

}  // namespace attn
