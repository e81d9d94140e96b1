#include "benchmarks/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

namespace attn {
namespace {

constexpr auto kBetweenShows = std::chrono::milliseconds(100);

size_t terminal_width() {
  winsize size = {};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

Progress::Progress(size_t steps) : steps_(steps), on_terminal_(isatty(STDERR_FILENO) == 1) {}

void Progress::show(std::string_view doing) {
  const auto now = Clock::now();
  if (!on_terminal_ || (shown_ && now - last_shown_ < kBetweenShows)) return;
  last_shown_ = now;
  shown_ = true;
  std::string line = fmt::format("[{}/{}] {}{}", done_, steps_, time_left(), doing);
  if (line.size() >= terminal_width()) line.resize(terminal_width() - 1);
  fmt::print(stderr, "\r\033[K{}", line);
  std::fflush(stderr);
}

void Progress::clear() {
  if (!shown_) return;
  shown_ = false;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
}

std::string Progress::time_left() const {
  if (done_ == 0) return "";
  const std::chrono::duration<double> spent = Clock::now() - begin_;
  const double left_s = spent.count() / static_cast<double>(done_) * static_cast<double>(steps_ - done_);
  return left_s < 90 ? fmt::format("{:.0f} s left: ", left_s) : fmt::format("{:.0f} min left: ", left_s / 60);
}

}  // namespace attn
