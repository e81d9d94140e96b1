#include "results/end_of_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iostream>

#include "results/exit_code.h"

namespace attn {

int end_of_output(std::string_view program, int exit_code) {
  std::cout.flush();
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good()) return exit_code;
  fmt::print(stderr, "{}: standard output can't be written\n", program);
  return std::max(exit_code, kExitBadRequest);
}

}  // namespace attn
