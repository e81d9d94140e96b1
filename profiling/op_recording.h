#pragma once

#include <c10/util/ApproximateClock.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiling/input_notes.h"
#include "profiling/op_recorder.h"
#include "profiling/op_tensors.h"
#include "profiling/recorded_op.h"

namespace attn {

class OpRecording;

/// What one thread writes down while ops are recorded. Names lie end to end in one buffer, so that an op allocates
/// nothing; they are copied because LibTorch owns those that come from no schema.
class OpsOfThread {
 public:
  explicit OpsOfThread(OpRecording& recording);

  void begin(std::string_view name);
  void begin(std::string_view name, std::span<const c10::IValue> inputs);  ///< so all ops of a recording, or none
  void end();
  void end(std::span<const c10::IValue> outputs);
  void note_inputs(std::span<const c10::IValue> values);  ///< of the op that began last among those that haven't ended

 private:
  friend class OpRecording;
  struct Op {     // small, since writing it down is most of what recording costs
    uint32_t id;  ///< its place among the ops of all threads
    uint32_t name_begin;
    uint32_t name_size;
    int32_t parent;  ///< an index into ops_
    int32_t iteration;
    c10::approx_time_t begin;
    c10::approx_time_t end;
  };
  struct NotedTensors {
    uint32_t op;  ///< an index into ops_
    bool are_outputs;
    TensorNotes::Range range;
  };

  OpRecording& recording_;
  int64_t thread_;
  std::string names_;
  std::vector<Op> ops_;
  std::vector<NotedTensors> noted_;
  TensorNotes tensors_;
  InputNotes inputs_;  // of the op at the same place, where any are
  int32_t open_ = -1;
};

/// The ops of all threads between its making and take_ops().
class OpRecording {
 public:
  explicit OpRecording(OpObserver* observer);

  /// That no other recording of the process has; from 1.
  uint64_t number() const { return number_; }

  /// Of the calling thread. Thread-safe.
  OpsOfThread& add_thread();

  /// A forward from now on, and its end; their ops go by its number, from 0.
  void begin_forward();
  void end_forward();

  /// When all ops have ended.
  RecordedForwards take_ops();
  std::vector<OpTensors> take_tensors();
  std::vector<OpInputs> take_inputs();

 private:
  friend class OpsOfThread;
  OpObserver* observer_;
  const uint64_t number_;
  std::atomic<uint32_t> next_id_ = 0;
  std::atomic<int32_t> iteration_ = 0;
  // The processor's clock, which is read in less than half the time, and what turns it into Unix time: LibTorch's.
  c10::ApproximateClockToUnixTimeConverter clock_;
  std::vector<std::pair<c10::approx_time_t, c10::approx_time_t>> forwards_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<OpsOfThread>> threads_;
};

// Written into their callers by force: calls of them would be a hundredth of a small forward's time.

[[gnu::always_inline]] inline void OpsOfThread::begin(std::string_view name) {
  const uint32_t id = recording_.next_id_.fetch_add(1, std::memory_order_relaxed);
  Op& op = ops_.emplace_back(Op{.id = id,
                                .name_begin = static_cast<uint32_t>(names_.size()),
                                .name_size = static_cast<uint32_t>(name.size()),
                                .parent = open_,
                                .iteration = recording_.iteration_.load(std::memory_order_relaxed),
                                .begin = 0,
                                .end = 0});
  names_.append(name);
  open_ = static_cast<int32_t>(ops_.size()) - 1;
  if (recording_.observer_ != nullptr) recording_.observer_->op_began(id);
  op.begin = c10::getApproximateTime();  // what is above is the caller's time
}

[[gnu::always_inline]] inline void OpsOfThread::begin(std::string_view name, std::span<const c10::IValue> inputs) {
  inputs_.note(inputs);  // before, so that it isn't the op's time
  begin(name);
}

[[gnu::always_inline]] inline void OpsOfThread::end() {
  const c10::approx_time_t now = c10::getApproximateTime();
  if (open_ < 0) return;
  Op& op = ops_[static_cast<size_t>(open_)];
  op.end = now;
  if (recording_.observer_ != nullptr) recording_.observer_->op_ended(op.id);
  open_ = op.parent;
}

}  // namespace attn
