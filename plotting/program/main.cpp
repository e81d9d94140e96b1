#include <string>
#include <vector>

#include "plotting/program/command_line.h"
#include "results/end_of_output.h"

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  return attn::end_of_output("attn_plot", attn::plot(arguments));
}
