#include "benchmarks/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace attn {
namespace {

constexpr auto kBetweenShows = std::chrono::milliseconds(100);

size_t terminal_width() {
  winsize size = {};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string readable_duration(double seconds) {
  return seconds < 90 ? fmt::format("{:.0f} s", seconds) : fmt::format("{:.0f} min", seconds / 60);
}

}  // namespace

Progress::Progress(size_t steps, std::optional<double> most_s_per_step)
    : steps_(steps), most_s_per_step_(most_s_per_step), on_terminal_(isatty(STDERR_FILENO) == 1) {}

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
  const double spent_s = std::chrono::duration<double>(Clock::now() - begin_).count();
  const auto left = static_cast<double>(steps_ - done_);
  if (done_ > 0) return readable_duration(spent_s / static_cast<double>(done_) * left) + " left: ";
  if (!most_s_per_step_) return "";
  return "about " + readable_duration(std::max(0., *most_s_per_step_ * left - spent_s)) + " left: ";
}

}  // namespace attn
