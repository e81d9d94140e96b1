#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// One line on a terminal's standard error that says what is being done and how long it will take; nothing in a pipe.
class Progress {
 public:
  /// `steps`: how many there are in all; `most_s_per_step`: what one takes at most, to go by until the first is done.
  explicit Progress(size_t steps, std::optional<double> most_s_per_step = std::nullopt);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Shows "[3/35] 40 s left: timing Naive/cpu/…", at most ten times a second.
  void show(std::string_view doing);
  void finish_step() { ++done_; }
  /// Takes the line away, before something else is printed.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  std::string time_left() const;

  size_t steps_;
  std::optional<double> most_s_per_step_;
  size_t done_ = 0;
  bool on_terminal_;
  bool shown_ = false;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point last_shown_;
};

}  // namespace attn
