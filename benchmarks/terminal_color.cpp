#include "benchmarks/terminal_color.h"

#include <unistd.h>

#include <cstdlib>

namespace attn {

bool use_color(std::string_view choice) {
  if (choice != "auto") return choice == "true";
  const char* terminal = std::getenv("TERM");
  return ::isatty(STDOUT_FILENO) == 1 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

}  // namespace attn
