#include "benchmarks/child_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <system_error>
#include <thread>

#include "benchmarks/interrupt.h"

extern char** environ;

namespace attn {
namespace {

constexpr auto kBetweenLooks = std::chrono::milliseconds(20);

/// What the child starts with; freed at the end of the scope.
struct SpawnSettings {
  explicit SpawnSettings(const std::string& errors) {
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  }
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
};

pid_t spawn(const std::vector<std::string>& arguments, const std::string& errors) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const SpawnSettings settings(errors);
  pid_t pid = 0;
  const int error = posix_spawn(&pid, "/proc/self/exe", &settings.files, &settings.attributes, argv.data(), environ);
  if (error != 0) throw std::system_error(error, std::generic_category(), "starting this program again");
  return pid;
}

/// Looks every few milliseconds, since a signal that comes just before a blocking wait would not end it.
int wait_for(pid_t pid) {
  bool passed_on = false;
  for (int status = 0;;) {
    if (waitpid(pid, &status, WNOHANG) == pid) {
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    if (interrupted() && !passed_on) passed_on = kill(pid, SIGINT) == 0;
    std::this_thread::sleep_for(kBetweenLooks);
  }
}

std::string read_text(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

}  // namespace

ChildEnd run_this_program(const std::vector<std::string>& arguments, const std::string& errors) {
  ChildEnd end;
  end.exit_code = wait_for(spawn(arguments, errors));
  end.last_words = read_text(errors);
  std::remove(errors.c_str());
  return end;
}

void end_with_parent() {
  prctl(PR_SET_PDEATHSIG, SIGINT);
}

}  // namespace attn
