#include "benchmarks/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <system_error>
#include <thread>

#include "benchmarks/interrupt.h"
#include "profiling/text_file.h"

extern char** environ;

namespace attn {
namespace {

constexpr auto kBetweenLooks = std::chrono::milliseconds(20);

/// What the child starts with; freed at the end of the scope.
struct SpawnSettings {
  SpawnSettings() {
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  }
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  void write_errors_to(const std::string& file) {
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  }
  void drop_output() { posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0); }
  void write_output_to_errors() { posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO); }
  void hand_over(int descriptor, int number) { posix_spawn_file_actions_adddup2(&files, descriptor, number); }

  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
};

/// As exec takes them: pointers into `texts`, and a null.
std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

/// Our environment's lines, with `changes` in place of those of the same names.
std::vector<std::string> environment_with(const std::map<std::string, std::string>& changes) {
  std::vector<std::string> lines;
  for (char** line = environ; *line != nullptr; ++line) {
    const std::string text = *line;
    if (!changes.contains(text.substr(0, text.find('=')))) lines.push_back(text);
  }
  for (const auto& [name, value] : changes) lines.push_back(fmt::format("{}={}", name, value));
  return lines;
}

constexpr const char* kThisProgram = "/proc/self/exe";

pid_t spawn(const std::string& program, const std::map<std::string, std::string>& changes,
            const std::vector<std::string>& arguments, const SpawnSettings& settings) {
  const std::vector<std::string> environment = environment_with(changes);
  pid_t pid = 0;
  const int error = posix_spawn(&pid, program.c_str(), &settings.files, &settings.attributes,
                                pointers_to(arguments).data(), pointers_to(environment).data());
  if (error != 0)
    throw std::system_error(error, std::generic_category(),
                            "starting " + (program == kThisProgram ? "this program again" : program));
  return pid;
}

/// Looks every few milliseconds, since a signal that comes just before a blocking wait would not end it.
int wait_for(pid_t pid) {
  bool passed_on = false;
  for (int status = 0;;) {
    if (waitpid(pid, &status, WNOHANG) == pid) {
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    // Not SIGINT, which a program that was started in the background ignores until it has begun.
    if (interrupted() && !passed_on) passed_on = kill(pid, SIGTERM) == 0;
    std::this_thread::sleep_for(kBetweenLooks);
  }
}

/// Copies under numbers that no descriptor is handed over under, or one could overwrite the next.
class MovedDescriptors {
 public:
  explicit MovedDescriptors(const std::vector<int>& descriptors) {
    constexpr int kOutOfTheWay = 100;
    for (const int descriptor : descriptors) moved_.push_back(fcntl(descriptor, F_DUPFD_CLOEXEC, kOutOfTheWay));
  }
  ~MovedDescriptors() {
    for (const int descriptor : moved_) close(descriptor);
  }
  MovedDescriptors(const MovedDescriptors&) = delete;
  MovedDescriptors& operator=(const MovedDescriptors&) = delete;

  const std::vector<int>& all() const { return moved_; }

 private:
  std::vector<int> moved_;
};

}  // namespace

ChildEnd run_this_program(const std::vector<std::string>& arguments, const std::string& errors,
                          const std::map<std::string, std::string>& environment) {
  SpawnSettings settings;
  settings.drop_output();
  settings.write_errors_to(errors);
  ChildEnd end;
  end.exit_code = wait_for(spawn(kThisProgram, environment, arguments, settings));
  end.last_words = read_text_file(errors).value_or("");
  std::remove(errors.c_str());
  return end;
}

ChildEnd run_this_program_in(const std::map<std::string, std::string>& environment,
                             const std::vector<std::string>& arguments) {
  return {.exit_code = wait_for(spawn(kThisProgram, environment, arguments, SpawnSettings())), .last_words = ""};
}

int run_program(const std::vector<std::string>& arguments, const std::string& output,
                const std::map<std::string, std::string>& environment) {
  SpawnSettings settings;
  settings.write_errors_to(output);
  settings.write_output_to_errors();
  return wait_for(spawn(arguments.front(), environment, arguments, settings));
}

RunningChild::RunningChild(const std::vector<std::string>& arguments, const std::string& errors, bool shows_output,
                           const std::vector<int>& descriptors) {
  const MovedDescriptors moved(descriptors);
  SpawnSettings settings;
  settings.write_errors_to(errors);
  if (!shows_output) settings.write_output_to_errors();
  int number = STDERR_FILENO;
  for (const int descriptor : moved.all()) settings.hand_over(descriptor, ++number);
  pid_ = spawn(kThisProgram, {}, arguments, settings);
}

RunningChild::~RunningChild() {
  if (end_) return;
  signal(SIGKILL);
  wait();
}

RunningChild::End RunningChild::wait() {
  if (end_) return *end_;
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  end_ = WIFEXITED(status) ? End{.exit_code = WEXITSTATUS(status), .signal = 0}
                           : End{.exit_code = {}, .signal = WTERMSIG(status)};
  return *end_;
}

void RunningChild::signal(int number) {
  if (!end_) kill(-pid_, number);
}

void end_with_parent(int signal) {
  prctl(PR_SET_PDEATHSIG, signal);
}

}  // namespace attn
