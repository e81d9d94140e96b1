#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A program to run, without a shell.
struct Command {
  std::vector<std::string> arguments;  ///< the program's path first
  /// Given each line of its standard output as it comes, without the line's end.
  std::function<void(std::string_view line)> on_line;
};

/// How it ended.
struct CommandEnd {
  int exit_code = 0;   ///< 128 + N when signal N ended it, 127 when it could not be started
  std::string errors;  ///< what it wrote to standard error, or why it could not be started
};

/// Runs the commands, at most `at_once` at the same time, on this thread; the result has their order.
std::vector<CommandEnd> run_commands(const std::vector<Command>& commands, size_t at_once);

}  // namespace attn
