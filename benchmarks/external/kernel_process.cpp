#include "benchmarks/external/kernel_process.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <utility>

#include "benchmarks/interrupt.h"
#include "profiling/text_file.h"
#include "results/bad_request.h"
#include "results/exit_code.h"

namespace attn {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kBetweenLooksMs = 20;
constexpr auto kPatienceAfterInterrupt = std::chrono::seconds(5);

/// What a process that ended itself by an exception said of it, else its last line.
std::string last_words(const std::string& errors) {
  constexpr std::string_view kWhat = "what():";
  constexpr size_t kLongest = 300;
  const size_t what = errors.rfind(kWhat);
  std::string words = what == std::string::npos ? errors : errors.substr(what + kWhat.size());
  if (what != std::string::npos) words = words.substr(0, words.find('\n'));
  words = trimmed(words);
  words.erase(0, words.rfind('\n') + 1);
  if (words.size() > kLongest) words = words.substr(0, kLongest) + "…";
  return words;
}

/// What the process refused, its last line, without the program's name before it.
std::string refusal_in(std::string errors) {
  constexpr std::string_view kName = "attn_bench: ";
  errors.erase(errors.find_last_not_of('\n') + 1);
  errors.erase(0, errors.rfind('\n') + 1);
  return errors.starts_with(kName) ? errors.substr(kName.size()) : errors;
}

/// What the words of LibTorch's own check mean.
std::string meaning_of(const std::string& words) {
  if (words.find("Only a single TORCH_LIBRARY") == std::string::npos) return words;
  return "a namespace of ops is registered twice: TORCH_LIBRARY once, TORCH_LIBRARY_FRAGMENT for the rest: " + words;
}

/// How long nothing has happened in a call of the kernel.
class StillnessClock {
 public:
  explicit StillnessClock(const KernelWatch& watch) : watch_(&watch), entered_(watch.entered) {}

  /// In s; 0 outside a call.
  double still_s() {
    const uint64_t entered = watch_->entered;
    if (entered == watch_->left || std::exchange(entered_, entered) != entered) since_ = Clock::now();
    return std::chrono::duration<double>(Clock::now() - since_).count();
  }

 private:
  const KernelWatch* watch_;
  uint64_t entered_;
  Clock::time_point since_ = Clock::now();
};

}  // namespace

KernelProcess::KernelProcess(const Options& options, std::vector<std::string> arguments, std::string run_id,
                             std::string name, std::filesystem::path folder)
    : options_(&options),
      arguments_(std::move(arguments)),
      run_id_(std::move(run_id)),
      name_(std::move(name)),
      errors_(folder / (name_ + ".errors")) {}

KernelAnswer KernelProcess::ask(const KernelQuestion& question) {
  if (!child_) start();
  if (!socket_->send(line_of(question))) tell_end();
  const std::string line = receive();
  show_errors();
  return read_answer(line);
}

std::string KernelProcess::case_in_work() {
  return watch_ ? watch_->watch().case_name : "";
}

void KernelProcess::start() {
  watch_ = std::make_unique<SharedWatch>();
  shown_errors_ = 0;
  std::array<int, 2> sockets{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0)
    throw std::system_error(errno, std::generic_category(), "making a socket for the process of a kernel");
  socket_ = std::make_unique<LineSocket>(sockets[0]);
  const LineSocket of_the_child(sockets[1]);
  std::vector<std::string> arguments = arguments_;
  ++starts_;
  const std::string again = starts_ == 1 ? "" : fmt::format(".{}", starts_);
  arguments.insert(arguments.end(),
                   {"--kernel_process=" + name_, fmt::format("--child_run_id={}.{}{}", run_id_, name_, again)});
  // With JSON or CSV on standard output everything else goes to standard error, and what a kernel prints does too.
  std::fflush(stdout);
  const bool shows_output = options_->google.format == "console" && !options_->stood_in;
  child_ = std::make_unique<RunningChild>(arguments, errors_.string(), shows_output,
                                          std::vector{of_the_child.descriptor(), watch_->descriptor()});
}

/// What its process has written to standard error.
std::string KernelProcess::errors() const {
  return read_text_file(errors_).value_or("");
}

/// Whether there is something to read, or the end of it all; waits a moment for it.
bool KernelProcess::has_something() const {
  pollfd readable{.fd = socket_->descriptor(), .events = POLLIN, .revents = 0};
  return poll(&readable, 1, kBetweenLooksMs) > 0;
}

std::string KernelProcess::receive() {
  StillnessClock stillness(watch_->watch());
  std::optional<Clock::time_point> interrupted_at;
  while (!has_something() || socket_->read_some()) {
    if (std::optional<std::string> line = socket_->take_line()) return *line;
    if (stillness.still_s() > options_->external.timeout_s) end_hanging();
    if (!interrupted()) continue;
    if (!interrupted_at) {
      interrupted_at = Clock::now();
      child_->signal(SIGTERM);
    }
    if (Clock::now() - *interrupted_at > kPatienceAfterInterrupt) throw Interrupted();
  }
  tell_end();
}

/// Those that came since the last time.
void KernelProcess::show_errors() {
  const std::string all = errors();
  fmt::print(stderr, "{}", all.substr(std::min(shown_errors_, all.size())));
  shown_errors_ = all.size();
}

void KernelProcess::end_hanging() {
  child_.reset();
  throw KernelProcessEnded(fmt::format(
      "it did not come back within {} s (--kernel_timeout_s), so its process was ended", options_->external.timeout_s));
}

void KernelProcess::tell_end() {
  child_->signal(SIGKILL);  // for one that closed the socket alone; how one ends that closed it by ending is settled
  const RunningChild::End end = child_->wait();
  const bool in_kernel = watch_->watch().entered != watch_->watch().left;
  child_.reset();
  if (end.exit_code == kExitBadRequest) throw BadRequest(refusal_in(errors()));
  if (end.exit_code == kExitInterrupted || interrupted()) throw Interrupted();
  std::string how = end.exit_code ? fmt::format("ended itself with code {}", *end.exit_code)
                                  : fmt::format("was ended by signal {} ({})", end.signal, strsignal(end.signal));
  if (in_kernel) how += " inside the kernel";
  const std::string words = meaning_of(last_words(errors()));
  throw KernelProcessEnded(fmt::format("its process {}{}{}", how, words.empty() ? "" : ": ", words));
}

}  // namespace attn
