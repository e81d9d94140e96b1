#pragma once

#include <csignal>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// How a run of this program by itself ended.
struct ChildEnd {
  int exit_code = 0;       ///< 128 + N when signal N ended it
  std::string last_words;  ///< what it wrote to standard error, where that was kept
};

/// Runs this program with these arguments (argv[0] included) and waits for it. It is in a process group of its own, so
/// that a Ctrl-C reaches it through us alone, once: it then keeps what it has and ends. `errors` is a file for its
/// standard error, removed afterwards, and what it prints is not shown. `environment`: variables set besides ours.
/// Throws std::system_error when it can't be started.
ChildEnd run_this_program(const std::vector<std::string>& arguments, const std::string& errors,
                          const std::map<std::string, std::string>& environment = {});

/// The same with what it prints shown as it comes, and with these environment variables set besides ours.
ChildEnd run_this_program_in(const std::map<std::string, std::string>& environment,
                             const std::vector<std::string>& arguments);

/// Runs another program, its path first, and waits for it; what it prints goes to `output`, a file. `environment`:
/// variables set besides ours. Returns the exit code, 128 + N when signal N ended it. Throws std::system_error when it
/// can't be started.
int run_program(const std::vector<std::string>& arguments, const std::string& output,
                const std::map<std::string, std::string>& environment);

/// A run of this program that is talked to while it runs. What has not ended goes with the object, by SIGKILL.
class RunningChild {
 public:
  /// Starts it with these arguments (argv[0] included), in a process group of its own. `errors` is a file for its
  /// standard error; its standard output is ours where `shows_output`, else that file too. It finds each descriptor of
  /// ours under the number 3, 4, …, in this order. Throws std::system_error when it can't be started.
  RunningChild(const std::vector<std::string>& arguments, const std::string& errors, bool shows_output,
               const std::vector<int>& descriptors);
  ~RunningChild();
  RunningChild(const RunningChild&) = delete;
  RunningChild& operator=(const RunningChild&) = delete;

  /// Its end, waited for.
  struct End {
    std::optional<int> exit_code;
    int signal = 0;  ///< that ended it, without an exit code
  };
  End wait();

  /// Sends the signal to it and what it started.
  void signal(int number);

 private:
  int pid_;
  std::optional<End> end_;
};

/// For the child: to get this signal when the parent dies.
void end_with_parent(int signal = SIGINT);

}  // namespace attn
