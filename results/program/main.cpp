#include <string>
#include <vector>

#include "results/end_of_output.h"
#include "results/program/command_line.h"

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  return attn::end_of_output("attn_results", attn::run_command_line(arguments));
}
