// plotting_example NAME FOLDER: makes a folder of results for the tests of the page.
#include <fmt/format.h>

#include <exception>

#include "tests/plotting/example_runs.h"

int main(int argc, char** argv) {
  try {
    if (argc != 3) throw std::invalid_argument("give NAME FOLDER");
    attn::make_example(argv[1], argv[2]);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
