#pragma once

#include <string>
#include <vector>

namespace attn {

/// How a run of this program by itself ended.
struct ChildEnd {
  int exit_code = 0;       ///< 128 + N when signal N ended it
  std::string last_words;  ///< what it wrote to standard error
};

/// Runs this program with these arguments (argv[0] included) and waits for it. It is in a process group of its own, so
/// that a Ctrl-C reaches it through us alone, once: it then keeps what it has and ends. `errors` is a file for its
/// standard error, removed afterwards. Throws std::system_error when it can't be started.
ChildEnd run_this_program(const std::vector<std::string>& arguments, const std::string& errors);

/// For the child: to be interrupted too when the parent dies.
void end_with_parent();

}  // namespace attn
