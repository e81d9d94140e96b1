// run --gpu=a100 CMD…: runs any program on the stand-in GPU.

#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "standin/card_of_gpu.h"
#include "standin/environment.h"
#include "standin/faults.h"

namespace attn::standin {
namespace {

constexpr std::string_view kHelp = R"(run --gpu=NAME [OPTIONS] COMMAND...
Runs a program on a stand-in GPU, which launches nothing and records everything.
  --gpu=NAME           a card (a100, h100, ...), or an architecture of theirs (sm_89)
  --fault=A=1,B=2      the GPU's bad days: memory_bytes=N, launch_error_after=N, ... (standin/README.md)
  --resources=F:F      files of the kernels' registers and shared memory
  --activity_ns=N      virtual nanoseconds that each kernel, copy and memset takes; 1000 by default
Exit codes: the program's; 2 for a wrong option, 126 and 127 for a program that can't be run or found.
)";

constexpr int kWrongRequest = 2;
constexpr int kNotRunnable = 126;
constexpr int kNotFound = 127;

struct CommandLine {
  std::optional<PlannedCard> card;
  Request request;
  bool help = false;
  int first_of_command = 0;
};

void read_resources(std::string_view list, Request& request) {
  for (const std::string& file : files_of(list)) {
    if (access(file.c_str(), R_OK) != 0) throw std::invalid_argument("--resources: " + file + " can't be read");
    request.resource_files.emplace_back(file);
  }
}

int64_t read_activity_ns(std::string_view text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value <= 0) {
    throw std::invalid_argument("--activity_ns=" + std::string(text) + ": a whole number above 0 is wanted");
  }
  return value;
}

void read_option(std::string_view option, CommandLine& line) {
  const size_t equals = option.find('=');
  const std::string_view name = option.substr(0, equals);
  const std::string_view value = equals == std::string_view::npos ? "" : option.substr(equals + 1);
  if (name == "--help") {
    line.help = true;
  } else if (name == "--gpu") {
    line.card = planned_card(value);
    line.request.card = card_of(line.card->gpu);
  } else if (name == "--fault") {
    static_cast<void>(parse_faults(value));
    line.request.faults = value;
  } else if (name == "--resources") {
    read_resources(value, line.request);
  } else if (name == "--activity_ns") {
    line.request.activity_ns = read_activity_ns(value);
  } else {
    throw std::invalid_argument("there is no option " + std::string(name) + "; see run --help");
  }
}

CommandLine read_command_line(int count, char** arguments) {
  CommandLine line;
  int i = 1;
  for (; i < count && std::string_view(arguments[i]).starts_with("--"); ++i) {
    if (std::string_view(arguments[i]) == "--") {
      ++i;
      break;
    }
    read_option(arguments[i], line);
  }
  if (line.help) return line;
  if (!line.card) throw std::invalid_argument("which GPU to stand in for? --gpu=a100");
  if (i == count) throw std::invalid_argument("which program to run? run --gpu=a100 COMMAND");
  line.first_of_command = i;
  return line;
}

int start(const CommandLine& line, char** arguments) {
  if (line.card->is_borrowed)
    std::cerr << "run: " << line.card->name << " is no card: its limits are those of " << line.card->gpu.full_name
              << "\n";
  for (const auto& [name, value] : environment_for(line.request, find_installation())) {
    setenv(name.c_str(), value.c_str(), 1);
  }
  execvp(arguments[line.first_of_command], arguments + line.first_of_command);
  const int error = errno;
  std::cerr << "run: " << arguments[line.first_of_command] << " can't be run: " << std::strerror(error) << "\n";
  return error == ENOENT ? kNotFound : kNotRunnable;
}

}  // namespace
}  // namespace attn::standin

int main(int count, char** arguments) {
  try {
    const auto line = attn::standin::read_command_line(count, arguments);
    if (line.help) {
      std::cout << attn::standin::kHelp;
      return 0;
    }
    return attn::standin::start(line, arguments);
  } catch (const std::exception& error) {
    std::cerr << "run: " << error.what() << "\n";
    return attn::standin::kWrongRequest;
  }
}
