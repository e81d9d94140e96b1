#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "profiling/cuda/timed_stream.h"

namespace attn {

/// A GPU in the test's hand: a queue that runs its work in order on a clock of its own, after the host has queued it
/// and nothing holds it back. All times are chosen by the test; nothing sleeps. Shared by the test and the stream that
/// a timer owns.
struct FakeGpu {
  double launch_s = 0;  ///< host's time to queue one piece of work
  double flush_s = 0;   ///< GPU's time for a flush
  bool can_hold = true;
  std::vector<std::string> log;  ///< what the stream was asked for, in order
  int holds = 0;

  double host_now_s();
  /// Queues work of that length, as a forward does.
  void launch(double work_s);
  /// Waits for the queue, as a forward that reads a value back does. Blocks while the stream is held.
  void synchronize();
  bool held();

  // The stream's side.
  void queue(std::function<void()> item);
  void hold();
  void release();
  double start_s = 0;
  double stop_s = 0;
  double gpu_s = 0;  ///< when the GPU has done all that it has begun

 private:
  void run(const std::function<void()>& item);
  double host_s_ = 0;
  bool held_ = false;
  std::vector<std::function<void()>> waiting_;
  std::recursive_mutex mutex_;
  std::condition_variable_any released_;
};

std::unique_ptr<TimedStream> make_fake_stream(std::shared_ptr<FakeGpu> gpu);

}  // namespace attn
