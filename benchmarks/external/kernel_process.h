#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmarks/child_process.h"
#include "benchmarks/external/kernel_messages.h"
#include "benchmarks/external/kernel_watch.h"
#include "benchmarks/external/line_socket.h"
#include "benchmarks/options.h"

namespace attn {

/// The numbers of the descriptors that a kernel's process is given.
inline constexpr int kQuestionsDescriptor = 3;
inline constexpr int kWatchDescriptor = 4;

/// A kernel's process crashed, ended itself or was ended because it did not come back; the message says which, and
/// where. The next question starts another one.
class KernelProcessEnded : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A process of this program that has one --kernel loaded and answers questions on its cases, one at a time; it works
/// only while it is asked. Code from elsewhere can do anything to the process that it is in, so it has one of its own.
class KernelProcess {
 public:
  /// `arguments`: the command line that it is to be given, argv[0] included. Its files are made in `folder`.
  KernelProcess(const Options& options, std::vector<std::string> arguments, std::string run_id, std::string name,
                std::filesystem::path folder);

  /// The answer; what it wrote to standard error on the way is shown on ours. Starts a process, under a run_id of its
  /// own, where none is running. Throws KernelProcessEnded, BadRequest for what the process refused, and Interrupted
  /// when it did not answer for some seconds after an interruption.
  KernelAnswer ask(const KernelQuestion& question);

  /// The case that the process was at when it ended; empty: none.
  std::string case_in_work();

 private:
  void start();
  std::string receive();
  bool has_something() const;
  std::string errors() const;
  void show_errors();
  [[noreturn]] void end_hanging();
  [[noreturn]] void tell_end();

  const Options* options_;
  std::vector<std::string> arguments_;
  std::string run_id_;
  std::string name_;
  std::filesystem::path errors_;
  std::unique_ptr<SharedWatch> watch_;
  std::unique_ptr<RunningChild> child_;
  std::unique_ptr<LineSocket> socket_;
  int64_t starts_ = 0;
  size_t shown_errors_ = 0;  ///< bytes
};

}  // namespace attn
