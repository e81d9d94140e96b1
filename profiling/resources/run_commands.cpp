#include "profiling/resources/run_commands.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <list>
#include <system_error>
#include <utility>

extern char** environ;

namespace attn {
namespace {

constexpr size_t kErrorsKept = 16'384;

/// The reading end of a pipe and what came through it.
class Pipe {
 public:
  Pipe() {
    if (pipe2(ends_.data(), O_CLOEXEC) == -1) throw std::system_error(errno, std::generic_category(), "pipe2");
  }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int reading_end() const { return ends_[0]; }
  int writing_end() const { return ends_[1]; }
  void close_writing_end() { close_end(1); }

  /// What is there now; "" at the end, after which the pipe is closed.
  std::string_view read_some() {
    const ssize_t count = read(ends_[0], buffer_.data(), buffer_.size());
    if (count > 0) return {buffer_.data(), static_cast<size_t>(count)};
    if (count == 0 || errno != EINTR) close_end(0);
    return {};
  }

 private:
  void close_end(size_t end) {
    if (ends_[end] != -1) close(ends_[end]);
    ends_[end] = -1;
  }

  std::array<int, 2> ends_{-1, -1};
  std::array<char, 65'536> buffer_;
};

/// A command at work. Its lines are passed on as they come.
class RunningCommand {
 public:
  RunningCommand(const Command& command, CommandEnd& end) : command_(command), end_(end) { start(); }
  ~RunningCommand() {
    if (pid_ != -1) kill(pid_, SIGKILL);
    wait();
  }
  RunningCommand(const RunningCommand&) = delete;
  RunningCommand& operator=(const RunningCommand&) = delete;

  bool is_over() const { return output_.reading_end() == -1 && errors_.reading_end() == -1; }
  int output() const { return output_.reading_end(); }
  int errors() const { return errors_.reading_end(); }

  void read_output() {
    const std::string_view text = output_.read_some();
    if (text.empty() && !rest_.empty() && output_.reading_end() == -1) take("\n");
    take(text);
  }

  void read_errors() {
    const std::string_view text = errors_.read_some();
    end_.errors += text.substr(0, kErrorsKept - std::min(kErrorsKept, end_.errors.size()));
  }

  void wait() {
    if (pid_ == -1) return;
    int status = 0;
    while (waitpid(pid_, &status, 0) == -1 && errno == EINTR) {
    }
    pid_ = -1;
    end_.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  void start() {
    std::vector<char*> argv;
    for (const std::string& argument : command_.arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, output_.writing_end(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, errors_.writing_end(), STDERR_FILENO);
    const int error = posix_spawn(&pid_, argv.front(), &files, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    if (error != 0) {
      pid_ = -1;
      end_ = {.exit_code = 127, .errors = std::strerror(error)};
    }
    output_.close_writing_end();
    errors_.close_writing_end();
  }

  /// Passes whole lines on and keeps the rest.
  void take(std::string_view text) {
    for (size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
      if (rest_.empty()) {
        command_.on_line(text.substr(0, end));
      } else {
        rest_ += text.substr(0, end);
        command_.on_line(std::exchange(rest_, {}));
      }
      text.remove_prefix(end + 1);
    }
    rest_ += text;
  }

  const Command& command_;
  CommandEnd& end_;
  Pipe output_;
  Pipe errors_;
  std::string rest_;  ///< of a line whose end has not come yet
  pid_t pid_ = -1;
};

/// Waits until one of them has something to read, and reads it.
void read_from(std::list<RunningCommand>& running) {
  std::vector<pollfd> ends;  // poll passes over those that are −1
  for (const RunningCommand& command : running) {
    ends.push_back({command.output(), POLLIN, 0});
    ends.push_back({command.errors(), POLLIN, 0});
  }
  if (poll(ends.data(), ends.size(), -1) == -1) return;  // a signal
  auto end = ends.begin();
  for (RunningCommand& command : running) {
    if ((end++)->revents != 0) command.read_output();
    if ((end++)->revents != 0) command.read_errors();
  }
}

}  // namespace

std::vector<CommandEnd> run_commands(const std::vector<Command>& commands, size_t at_once) {
  std::vector<CommandEnd> ends(commands.size());
  std::list<RunningCommand> running;
  for (size_t next = 0; next < commands.size() || !running.empty();) {
    while (next < commands.size() && running.size() < at_once) {
      running.emplace_back(commands[next], ends[next]);
      ++next;
    }
    read_from(running);
    running.remove_if([](RunningCommand& command) {
      if (command.is_over()) command.wait();
      return command.is_over();
    });
  }
  return ends;
}

}  // namespace attn
